import assert from 'node:assert/strict';
import { isOlderModel } from '../../../src/models/older-models.ts';
import { isLikely, mayWriteText } from '../../../src/models/tasks.ts';

describe('isLikely', () => {
  it('tells models for chat by their names', () => {
    for (const model of [
      'chat-1',
      'org/tuned:chat-1',
      'gpt-4',
      'llama-3-8b-instruct',
      'Qwen-Chat',
      'x-turbo',
    ]) {
      assert.ok(isLikely('chat', model), model);
    }
    for (const model of [
      'complete-1',
      'embed-1',
      'moderate-1',
      'speech-1',
      'gpt-image-1',
      'gpt-4o-mini-tts',
    ]) {
      assert.ok(!isLikely('chat', model), model);
    }
  });

  it('tells models for completing by their names', () => {
    for (const model of ['complete-1', 'davinci-002', 'gpt-3.5-turbo-instruct', 'starcoder2-base']) {
      assert.ok(isLikely('completion', model), model);
    }
    for (const model of ['chat-1', 'code-search-embedding', 'text-similarity-davinci-001']) {
      assert.ok(!isLikely('completion', model), model);
    }
  });

  it('tells models for search by meaning by their names', () => {
    for (const model of ['embed-1', 'text-embedding-3-small', 'text-similarity-davinci-001', 'BAAI/bge-m3']) {
      assert.ok(isLikely('search', model), model);
    }
    for (const model of ['chat-1', 'complete-1', 'speech-1', 'begte-1']) {
      assert.ok(!isLikely('search', model), model);
    }
  });

  it('tells models for editing by their names, those that chat too', () => {
    for (const model of ['edit-1', 'text-davinci-edit-001', 'chat-1', 'llama-3-8b-instruct']) {
      assert.ok(isLikely('edit', model), model);
    }
    for (const model of ['complete-1', 'embed-1', 'gpt-image-1', 'image-edit-1', 'speech-1']) {
      assert.ok(!isLikely('edit', model), model);
    }
  });
});

describe('isOlderModel', () => {
  it('knows the first families, and what was tuned from them', () => {
    for (const model of [
      'ada',
      'davinci',
      'text-curie-001',
      'davinci-instruct-beta',
      'babbage:ft-us-2023-01-01',
    ]) {
      assert.ok(isOlderModel(model), model);
    }
  });

  it('takes no other for one, their later editions included', () => {
    for (const model of [
      'text-davinci-003',
      'davinci-002',
      'chat-1',
      'complete-1-older',
      'adam',
      'my-ada',
      '',
    ]) {
      assert.ok(!isOlderModel(model), model);
    }
  });
});

describe('mayWriteText', () => {
  it('leaves out models whose names tell of other work', () => {
    for (const model of ['llama3:8b', 'mistral', 'complete-1', 'anything']) {
      assert.ok(mayWriteText(model), model);
    }
    for (const model of ['text-embedding-3', 'whisper-1', 'dall-e-3', 'moderate-1', 'tts-1']) {
      assert.ok(!mayWriteText(model), model);
    }
  });
});
