// The theme searches in a worker. Browsers refuse workers to pages that are opened from a folder; there, an invisible
// frame takes the worker's place. The theme looks for the name IFrameWorker and waits for `importScripts`.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = Object.assign(document.createElement("iframe"), {hidden: true});
      document.body.append(frame);
      this.inside = frame.contentWindow;
      window.addEventListener("message", (event) => {
        if (event.source === this.inside) this.dispatchEvent(new MessageEvent("message", {data: event.data}));
      });
      const start = () => {
        window.postMessage = parent.postMessage.bind(parent);
        window.importScripts = async (...urls) => {
          for (const src of urls) {
            await new Promise((loaded, failed) => {
              const script = Object.assign(document.createElement("script"), {src, onload: loaded, onerror: failed});
              document.body.append(script);
            });
          }
        };
      };
      const page = this.inside.document;
      page.open();
      page.write(`<body><script>(${start})()</script><script src="${new URL(url, location)}"></script></body>`);
      page.close();
      this.loaded = new Promise((done) => frame.addEventListener("load", done));
    }
    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", {data, source: window})));
    }
    terminate() {}
  };
  window.Worker = window.IFrameWorker;
}
