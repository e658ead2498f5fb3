"""ActiView: active perception by zooming and shifting views."""
