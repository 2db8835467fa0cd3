import type { Message } from '../operations/chat.ts';
import { codeContinuation } from './code.ts';
import { applyInstruction } from './instructions.ts';
import { languageOf } from './language.ts';
import { topicsOf } from './prose.ts';
import type { Sampler } from './sampler.ts';

/** What a chat model answers: Markdown that takes up the last user message, and says what is talking. */
export function chatReply(messages: readonly Message[], sampler: Sampler): string {
  const question = messages.findLast((message) => message.role === 'user')?.content.trim() ?? '';
  const system = messages.findLast((message) => message.role === 'system')?.content.trim();
  if (/\b(only|just|nothing but)\b.*\btitle\b|\btitle\b.*\bonly\b/is.test(`${system ?? ''}\n${question}`)) {
    return title(question);
  }
  const fenced = /```([\w-]*)[^\n]*\n(.*?)```/s.exec(question);
  if (fenced) {
    const [block, language = '', code = ''] = fenced;
    return codeReply(question.replace(block, ' ').trim(), language, code, sampler);
  }
  if (question.length < 20 && /^(hi|hello|hey|good (morning|day|evening))\b/i.test(question)) {
    return `${sampler.pick(['Hello!', 'Hello there!', 'Good day!'])} This is the sample service. Ask me something, and I will answer as well as a program without a model can.`;
  }
  return essay(question, system, messages, sampler);
}

function title(question: string): string {
  const words = topicsOf(question, 4);
  return words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(' ') || 'New Conversation';
}

/** Carries out on the fenced code what the rest of the message asks for. */
function codeReply(request: string, language: string, code: string, sampler: Sampler): string {
  const { text, done } = applyInstruction(code.replace(/\n$/, ''), request, sampler);
  const lines = code.trimEnd().split('\n').length;
  const about = `The code has ${lines} ${lines === 1 ? 'line' : 'lines'}${language ? ` of ${language}` : ''}.`;
  return `${about} ${done}\n\n\`\`\`${language}\n${text}\n\`\`\`\n\nThis is the sample service: it follows simple instructions by rule and does not understand code.\n`;
}

function essay(
  question: string,
  system: string | undefined,
  messages: readonly Message[],
  sampler: Sampler,
): string {
  const [topic = 'your question', second = 'detail'] = topicsOf(question, 2);
  const heading = topic.charAt(0).toUpperCase() + topic.slice(1);
  const earlier = messages.filter((message) => message.role === 'user').length - 1;
  const points = Array.from({ length: 3 }, () =>
    sampler.pick([
      `**Begin small.** One example of ${topic} that works teaches more than a plan for ten.`,
      `**Give it a name: ${second}.** What has a name can be looked up, tested and changed.`,
      `**Measure first.** Guesses about ${topic} are wrong surprisingly often.`,
      `**Keep the way back open.** A change that can be undone costs little.`,
      `**Ask who uses it.** From there, ${second} looks different.`,
    ]),
  );
  const quoted = question.length > 120 ? `${question.slice(0, 117)}…` : question;
  const parts = [
    `## ${heading}`,
    `You asked: “${quoted.replace(/\s+/g, ' ')}”. ${sampler.pick([
      `Three things are worth knowing.`,
      `The short answer: it depends, but there is an order to go by.`,
      `Here is one way to look at it.`,
    ])}`,
    points.map((point, index) => `${index + 1}. ${point}`).join('\n'),
    '### An example',
    example(question, sampler),
    [
      `*This is the sample service, not a model: the answer was put together by rule from your message.`,
      earlier > 0 ? `It is number ${earlier + 1} in this conversation.` : '',
      system ? `The system message was “${system.slice(0, 60)}${system.length > 60 ? '…' : ''}”.` : '',
    ]
      .filter((part) => part !== '')
      .join(' ')
      .concat('*'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const languages = { python: 'python', typescript: 'ts', javascript: 'js' } as const;

function example(question: string, sampler: Sampler): string {
  const named = Object.entries(languages).find(([name]) => new RegExp(`\\b${name}\\b`, 'i').test(question));
  const [word = 'sum'] =
    /\b(fibonacci|factorial|gcd|prime|average|reverse|palindrome|sort|unique|sum)\b/i.exec(question) ?? [];
  const name = word.toLowerCase() === 'prime' ? 'isPrime' : word.toLowerCase();
  const python = named?.[0] === 'python' || languageOf(question) === 'python';
  const signature = python ? `def ${name}(items):` : `function ${name}(items) {`;
  const body = codeContinuation(python ? 'python' : 'javascript', signature, '', sampler);
  return `\`\`\`${python ? 'python' : (named?.[1] ?? 'js')}\n${signature}${body.trimEnd()}\n\`\`\``;
}
