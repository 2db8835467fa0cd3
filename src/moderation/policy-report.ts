import { env, l10n, type Uri } from 'vscode';
import { errorInWords } from '../ui/error-words.ts';
import { plainText } from '../ui/plain-text.ts';
import { categoryInWords, flaggedInWords, scoreInWords } from './category-words.ts';
import { type CheckedFile, isComplete, wasLookedAt } from './checked-file.ts';
import { type Place, placesIn } from './passages.ts';
import type { ReportLine, ReportPart } from './policy-reports.ts';
import type { Finding, TextCheck } from './text-check.ts';
import { type CategoryVerdict, together } from './verdict.ts';

/** Places that are named for a category, and in a file. */
const MOST_IN_CATEGORY = 3;
const MOST_IN_FILE = 200;
const MOST_CLEAN = 50;

/** UTF-16 units that are quoted of a place. */
const QUOTED = 80;

export interface ReportFacts {
  readonly files: readonly CheckedFile[];
  /** In words. */
  readonly leftOut: readonly string[];
  /** Host and port. */
  readonly host: string;
  readonly at: Date;
}

/** A place that is flagged. */
interface FlaggedPlace {
  readonly file: CheckedFile;
  readonly place: Place;
  readonly finding: Finding;
  readonly text: string;
}

/** What was found by category, then by file; and what was not looked at. */
export function policyReport({ files, leftOut, host, at }: ReportFacts): ReportLine[] {
  const looked = files.filter(wasLookedAt);
  const places = looked.flatMap(placesOf);
  const model = files.map(({ check }) => check?.model).find((name) => name !== undefined);
  const unfinished = files.filter((file) => !isComplete(file));
  return [
    [{ text: capitalised(summaryInWords(files, places.length)), look: 'heading' }],
    [{ text: at.toLocaleString(env.language, { dateStyle: 'medium', timeStyle: 'short' }), look: 'quiet' }],
    [
      {
        text: [...(model === undefined ? [] : [plainText(model, 80)]), plainText(host, 80)].join(' · '),
        look: 'quiet',
      },
    ],
    ...(unfinished.length > 0 ? [[{ text: unfinishedInWords(files), look: 'flagged' as const }]] : []),
    [],
    ...categoryTable(
      together(looked.flatMap(({ check }) => (check ? [check.verdict] : []))).categories,
      places,
      files.length > 1,
    ),
    ...filesSection(looked, places),
    ...(unfinished.length > 0 || leftOut.length > 0
      ? [
          [],
          [{ text: l10n.t('Not checked'), look: 'heading' as const }],
          ...unfinished.map((file): ReportLine => [`  ${file.name}: ${whyUnfinished(file)}`]),
          ...leftOut.map((said): ReportLine => [`  ${said}`]),
        ]
      : []),
  ];
}

/** As a part of a sentence. */
export function summaryInWords(files: readonly CheckedFile[], places: number): string {
  const [only] = files;
  const subject =
    only && files.length === 1
      ? only.within
        ? l10n.t('the selection in {0}', only.name)
        : only.name
      : l10n.t('{0} files', files.length);
  if (places === 0) {
    return l10n.t('nothing is flagged in {0}', subject);
  }
  return places === 1
    ? l10n.t('1 place is flagged in {0}', subject)
    : l10n.t('{0} places are flagged in {1}', places, subject);
}

/** How far it came, where it did not come to its end. */
export function unfinishedInWords(files: readonly CheckedFile[]): string {
  const [only] = files;
  if (only && files.length === 1) {
    const { looked = 0, passages = 0 } = only.check ?? {};
    return l10n.t('Only a part was checked: {0} of {1} passages.', looked, Math.max(passages, looked));
  }
  return l10n.t('Only a part was checked: {0} of {1} files.', files.filter(isComplete).length, files.length);
}

function placesOf(file: CheckedFile): FlaggedPlace[] {
  const { check } = file;
  return check ? flaggedPlaces(check, file) : [];
}

function flaggedPlaces({ text, findings }: TextCheck, file: CheckedFile): FlaggedPlace[] {
  const placeOf = placesIn(text);
  return findings.map((finding) => ({
    file,
    place: placeOf(finding.start),
    finding,
    text: text.slice(finding.start, finding.end),
  }));
}

function categoryTable(
  categories: readonly CategoryVerdict[],
  places: readonly FlaggedPlace[],
  withNames: boolean,
): ReportLine[] {
  // What is narrow stands first: beside a document there is little room.
  const heads = [l10n.t('Highest'), l10n.t('Flagged'), l10n.t('Category')] as const;
  const rows = categories
    .toSorted(
      (a, b) =>
        Number(b.isFlagged === true) - Number(a.isFlagged === true) || (b.score ?? -1) - (a.score ?? -1),
    )
    .map(({ name, isFlagged, score }) => ({
      isFlagged,
      cells: [
        score === undefined ? '–' : scoreInWords(score),
        isFlagged === undefined ? l10n.t('not given') : isFlagged ? l10n.t('yes') : l10n.t('no'),
        capitalised(categoryInWords(name)),
      ],
      where: places.filter(({ finding }) => finding.categories.some((each) => each.name === name)),
    }));
  // Only behind what is flagged stands something.
  const wide = rows.map(({ cells, isFlagged }) => (isFlagged ? cells : cells.slice(0, -1)));
  const widths = heads.map(
    ({ length }, index) => Math.max(length, ...wide.map((cells) => cells[index]?.length ?? 0)) + 2,
  );
  const inColumns = (cells: readonly string[]): string =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('');
  return [
    [{ text: inColumns(heads), look: 'heading' }],
    ...rows.map(({ cells, isFlagged, where }): ReportLine => {
      const shown = where.slice(0, MOST_IN_CATEGORY);
      const more = where.length - shown.length;
      return [
        isFlagged ? { text: inColumns(cells), look: 'flagged' } : inColumns(cells),
        ...shown.flatMap((each, index) => [...(index > 0 ? [', '] : []), placeLink(each, withNames)]),
        ...(more > 0 ? [l10n.t(', and {0} more', more)] : []),
      ];
    }),
  ];
}

function filesSection(looked: readonly CheckedFile[], places: readonly FlaggedPlace[]): ReportLine[] {
  const byFile = new Map(looked.map((file) => [file, places.filter((each) => each.file === file)]));
  const flagged = [...byFile].filter(([, found]) => found.length > 0);
  const clean = [...byFile].flatMap(([{ uri, name }, found]) => (found.length === 0 ? [{ uri, name }] : []));
  return [
    ...flagged.flatMap(([{ uri, name }, found]): ReportLine[] => [
      [],
      [{ text: name, look: 'heading', target: uri }],
      ...found
        .slice(0, MOST_IN_FILE)
        .flatMap((each): ReportLine[] => [
          [
            '  ',
            placeLink(each, false),
            '  ',
            { text: flaggedInWords(each.finding.categories), look: 'flagged' },
          ],
          [`    ${plainText(each.text, QUOTED)}`],
        ]),
      ...(found.length > MOST_IN_FILE ? [[`  ${l10n.t('and {0} more', found.length - MOST_IN_FILE)}`]] : []),
    ]),
    ...(clean.length > 0 && looked.length > 1
      ? [
          [],
          [{ text: l10n.t('Nothing is flagged in'), look: 'heading' as const }],
          ...clean
            .slice(0, MOST_CLEAN)
            .map(({ uri, name }): ReportLine => ['  ', { text: name, target: uri }]),
          ...(clean.length > MOST_CLEAN ? [[`  ${l10n.t('and {0} more', clean.length - MOST_CLEAN)}`]] : []),
        ]
      : []),
  ];
}

function placeLink({ file, place: { line, character } }: FlaggedPlace, withName: boolean): ReportPart {
  return {
    text: withName ? `${file.name}:${line + 1}` : l10n.t('line {0}', line + 1),
    target: placeUri(file.uri, line, character),
  };
}

/** VS Code opens it at this place. */
function placeUri(uri: Uri, line: number, character: number): Uri {
  return uri.with({ fragment: `L${line + 1},${character + 1}` });
}

function whyUnfinished({ error, check }: CheckedFile): string {
  if (error !== undefined) {
    return errorInWords(error).message;
  }
  return check && check.looked > 0
    ? l10n.t('cancelled after {0} of {1} passages', check.looked, check.passages)
    : l10n.t('cancelled');
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase(env.language) + words.slice(1);
}
