"""A tiny language model learns from the reward in TRL's GRPO trainer (`make training`)."""

import pytest
from regenerated_set import TARGETS, write_lines, write_set

pytestmark = pytest.mark.slow

TEMPLATE = "{% for message in messages %}{{ message['content'] }} {% endfor %}"
SAMPLES = 64


@pytest.fixture
def rows(tmp_path):
    """Ranks of three named objects, which a model without eyes can learn by heart, exported for TRL."""
    pytest.importorskip("trl", minversion="1.16", reason="TRL 1.16 is not installed; `make training` tests with it")
    from datasets import load_dataset

    from dataset_builders.hvsbench.generate.export import export

    lines = write_set(tmp_path / "set", each=6, kinds=("Q7",))
    answers = dict(zip(TARGETS, "BCA", strict=True))
    lines = [{**line, "answer": answers[TARGETS[number % 3]]} for number, line in enumerate(lines)]
    write_lines(tmp_path / "set" / "train.jsonl", lines)
    done = export(tmp_path / "set", tmp_path, "trl-grpo")
    rows = load_dataset("json", data_files=str(done.file), split="train", cache_dir=str(tmp_path / "cache"))
    return rows.remove_columns("images")  # the model reads words only


@pytest.fixture
def gradients():
    """The host's model classes switch gradients off for their whole process, in which an earlier test may have run."""
    import torch

    with torch.enable_grad():
        yield


def words_of(rows):
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    split = pre_tokenizers.Whitespace()
    words = {word for row in rows for word, _ in split.pre_tokenize_str(row["question"])} | {"A", "B", "C"}
    numbers = {word: n for n, word in enumerate(["<pad>", "<eos>", "<unk>", *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(numbers, "<unk>"))
    tokenizer.pre_tokenizer = split
    special = {"pad_token": "<pad>", "eos_token": "<eos>", "unk_token": "<unk>"}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, chat_template=TEMPLATE, padding_side="left", **special)


def sampled(model, tokenizer, rows):
    """Mean reward of sampled replies, `SAMPLES` for each row."""
    import torch

    from vlmeval_hvs.rewards import hvsbench_reward

    torch.manual_seed(1)
    values = []
    for row in rows:
        given = tokenizer.apply_chat_template(row["prompt"], tokenize=False)
        ids = tokenizer(given, return_tensors="pt")["input_ids"]
        with torch.no_grad():
            chances = model(ids).logits[0, -1].softmax(-1)
        replies = tokenizer.batch_decode(torch.multinomial(chances, SAMPLES, replacement=True)[:, None])
        columns = {name: [row[name]] * SAMPLES for name in ("question", "question_type", "answer", "index")}
        values += hvsbench_reward([row["prompt"]] * SAMPLES, replies, **columns)
    return sum(values) / len(values)


def test_the_reward_rises(rows, tmp_path, gradients):
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM
    from trl import GRPOConfig, GRPOTrainer

    from vlmeval_hvs.rewards import hvsbench_reward

    torch.manual_seed(0)
    tokenizer = words_of(rows)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2,
            num_attention_heads=2, num_key_value_heads=2, pad_token_id=0, eos_token_id=1, bos_token_id=None,
        )
    )  # fmt: skip
    before = sampled(model, tokenizer, rows)
    trainer = GRPOTrainer(
        model=model, reward_funcs=hvsbench_reward, train_dataset=rows, processing_class=tokenizer,
        args=GRPOConfig(
            output_dir=str(tmp_path / "run"), per_device_train_batch_size=96, num_generations=16, max_steps=60,
            max_completion_length=1, learning_rate=1e-2, beta=0.0, seed=0, use_cpu=True, report_to=[], bf16=False,
            logging_steps=1, save_strategy="no", disable_tqdm=True, lr_scheduler_type="linear", warmup_steps=0,
        ),
    )  # fmt: skip
    trainer.train()
    history = [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]
    after = sampled(trainer.model, tokenizer, rows)
    assert before < 0.1  # one of some fifty words
    assert after > before + 0.3
    assert sum(history[-5:]) > sum(history[:5]) + 1
