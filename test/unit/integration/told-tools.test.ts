import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ToolCall,
  ToolCallReader,
  toldCall,
  toldResult,
  withTools,
} from '../../../src/integration/told-tools.ts';

const tools = [
  { name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } },
  { name: 'time', description: 'Tells the time' },
];

interface Read {
  text: string;
  calls: ToolCall[];
}

function read(pieces: readonly string[], offered = tools): Read {
  const found: Read = { text: '', calls: [] };
  const reader = new ToolCallReader(offered, {
    onText: (text) => {
      found.text += text;
    },
    onCall: (call) => found.calls.push(call),
  });
  for (const piece of pieces) {
    reader.add(piece);
  }
  reader.end();
  return found;
}

const call = toldCall('weather', { city: 'Paris' });

describe('withTools', () => {
  it('tells nothing where there are no tools', () => {
    assert.deepEqual(withTools([{ role: 'user', content: 'Hi' }], []), [{ role: 'user', content: 'Hi' }]);
  });

  it('tells tools and how to call them before all, behind what the system says', () => {
    const alone = withTools([{ role: 'user', content: 'Hi' }], tools);
    assert.deepEqual(
      alone.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(alone[0]?.content ?? '', /"name":"weather","description":"Tells the weather"/);
    const both = withTools([{ role: 'system', content: 'Be brief.' }], tools);
    assert.equal(both.length, 1);
    assert.match(both[0]?.content ?? '', /^Be brief\.\n\nYou can call tools/);
  });

  it('demands a call where one is required', () => {
    const [system] = withTools([], tools, { isRequired: true });
    assert.match(system?.content ?? '', /must call a tool/);
  });
});

describe('toldResult', () => {
  it('says of which tool it is', () => {
    assert.equal(toldResult('weather', 'Rain'), '<tool_response name="weather">\nRain\n</tool_response>');
  });
});

describe('ToolCallReader', () => {
  it('reads text and the calls behind it, wherever it is cut', () => {
    const reply = `I look.\n${call}\n${toldCall('time', {})}`;
    const expected = {
      text: 'I look.\n',
      calls: [
        { name: 'weather', input: { city: 'Paris' } },
        { name: 'time', input: {} },
      ],
    };
    fc.assert(
      fc.property(fc.array(fc.nat(reply.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), reply.length];
        const pieces = places.slice(1).map((end, index) => reply.slice(places[index], end));
        assert.deepEqual(read(pieces), expected);
      }),
    );
  });

  it('gives text on as it comes, but for what could begin a call', () => {
    const given: string[] = [];
    const reader = new ToolCallReader(tools, {
      onText: (text) => given.push(text),
      onCall: () => assert.fail('a call'),
    });
    reader.add('One <');
    reader.add('b> two <tool');
    reader.add('s>');
    reader.end();
    assert.deepEqual(given, ['One ', '<b> two ', '<tools>']);
  });

  it('leaves out what a model makes up after its call', () => {
    const made = `${call}\n<tool_response>\nSunny\n</tool_response>\nIt is sunny.`;
    assert.deepEqual(read([made]), { text: '', calls: [{ name: 'weather', input: { city: 'Paris' } }] });
  });

  it('reads a last call whose end was forgotten, and one that was written otherwise', () => {
    const others = [
      '<tool_call>{"name":"weather","arguments":{"city":"Paris"}}',
      '<tool_call>{"name":"weather","parameters":{"city":"Paris"}}</tool_call>',
      '<tool_call>{"name":"weather","arguments":"{\\"city\\":\\"Paris\\"}"}</tool_call>',
      '<tool_call>\n```json\n{"name":"weather","arguments":{"city":"Paris"}}\n```\n</tool_call>',
    ];
    for (const other of others) {
      assert.deepEqual(read([other]).calls, [{ name: 'weather', input: { city: 'Paris' } }], other);
    }
  });

  it('takes what is no call of a tool that there is for text', () => {
    const others = [
      toldCall('delete_everything', {}),
      '<tool_call>weather in Paris</tool_call>',
      '<tool_call>[1]</tool_call> and on',
      '<tool_call>{"name":"weather","arguments":[1]}</tool_call>',
      '<tool_call>{"name":',
      'a < b',
    ];
    for (const other of others) {
      assert.deepEqual(read([...other]), { text: other, calls: [] }, other);
    }
  });

  it('reads nothing into a reply where no tools are offered', () => {
    assert.deepEqual(read([call], []), { text: call, calls: [] });
  });
});
