import type { FunctionRecord } from '../../../../contract/forms/functions/functionReference.ts'
import type { FormTemplate } from '../templates/templates.ts'
import type { AuthorMistake } from './authorMistakes.ts'
import type { GuideChapter, GuidePart } from './guideChapters.ts'
import { listExample } from './listExample.ts'
import type { GuideWish } from './guideWishes.ts'
import type { SettingEntry, TypeEntry } from './typeEntries.ts'

/** The guide as Markdown files of docs/forms, in English. */

const made = 'This page is made from the code: `PRINT=1 npx vitest run src/features/studio/guide` writes it again.'
/** A cell of a table: a line break or a bar would end it. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``
const code = (text: string) => json(JSON.parse(text) as unknown)
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
const english = ({ message, id }: { readonly message?: string | undefined; readonly id: string }) => message ?? id

const page = (title: string, parts: readonly string[]) => `${[`# ${title}`, made, ...parts].join('\n\n')}\n`

function settingsTable(settings: readonly SettingEntry[]): string {
  const rows = settings.map(({ key, isNeeded, help = '', values, example = '' }) => {
    const taken = values.length > 0 ? ` One of: ${values.map((value) => `\`${value}\``).join('; ')}.` : ''
    return row(`\`${key}\`${isNeeded ? ' (needed)' : ''}`, `${help}${taken}`, example && `\`${example}\``)
  })
  return [row('setting', 'meaning', 'example'), '|---|---|---|', ...rows].join('\n')
}

function markdownOf(part: GuidePart): string {
  if ('text' in part) return english(part.text)
  if ('code' in part) return code(part.code)
  return `\`${part.file}\`:\n\n\`\`\`csv\n${part.content}\`\`\``
}

function chaptersPage(chapters: readonly GuideChapter[], wishes: readonly GuideWish[], form: TypeEntry): string {
  const parts = chapters.flatMap(({ title, parts: own }) => [`## ${english(title)}`, ...own.map(markdownOf)])
  const wanted = wishes.flatMap(({ want, code: part }) => [`### I want ${english(want)}`, code(part)])
  return page('How to write a form', [
    'The same guide, with live examples and in four languages, is in the app at `/guide`.',
    'Reference: [types of parts](types.md), [functions](functions.md), [templates](templates.md), [mistakes and what the checker says](mistakes.md).',
    ...parts,
    '## Settings of the form',
    settingsTable(form.settings),
    '## What do I take for what I want?',
    ...wanted,
  ])
}

const typesPage = (types: readonly TypeEntry[]): string =>
  page(
    'Types of parts',
    types.flatMap(({ type, description, settings, node, record }) => [
      `## ${type}`,
      description,
      settingsTable(settings),
      ...(node ? ['In the form file:', json(node)] : []),
      ...(record ? ['In the record:', json(record)] : []),
    ]),
  )

const functionsPage = (functions: readonly FunctionRecord[]): string =>
  page(
    'Functions of expressions',
    functions.flatMap(({ name, ways, description, examples }) => [
      `## ${name}`,
      description,
      `Written as ${ways.map((way) => `\`${way}\``).join(' or ')}.`,
      [
        row('example', 'answers', 'result'),
        '|---|---|---|',
        ...examples.map(({ expression, answers = {}, result }) =>
          row(
            `\`${expression}\``,
            Object.keys(answers).length > 0 ? `\`${JSON.stringify(answers)}\`` : '',
            `\`${JSON.stringify(result)}\``,
          ),
        ),
      ].join('\n'),
    ]),
  )

const templatesPage = (templates: readonly FormTemplate[]): string =>
  page('Templates', [
    'New form in the studio starts with one of these. The files are complete forms with their translations.',
    [
      row('template', 'what it has', 'file'),
      '|---|---|---|',
      ...templates.map(({ id, name, description }) =>
        row(english(name), english(description), `[${id}.form.json](../../src/features/studio/templates/${id}.form.json)`),
      ),
    ].join('\n'),
  ])

const mistakesPage = (mistakes: readonly (AuthorMistake & { readonly message: string })[]): string =>
  page('Mistakes, and what the checker says', [
    'The terminal, `npm run check-form`, the studio and the page of a form say the same. An error keeps the last good form; a check and a note do not.',
    [row('mistake', 'message'), '|---|---|', ...mistakes.map(({ mistake, message }) => row(mistake, `\`${message}\``))].join('\n'),
  ])

export interface GuideContent {
  readonly chapters: readonly GuideChapter[]
  readonly wishes: readonly GuideWish[]
  readonly form: TypeEntry
  readonly types: readonly TypeEntry[]
  readonly functions: readonly FunctionRecord[]
  readonly templates: readonly FormTemplate[]
  /** Each with what the checker says about it. */
  readonly mistakes: readonly (AuthorMistake & { readonly message: string })[]
}

/** The text of each file of docs/forms, by its path there. */
export const guidePages = ({
  chapters,
  wishes,
  form,
  types,
  functions,
  templates,
  mistakes,
}: GuideContent): Readonly<Record<string, string>> => ({
  'README.md': chaptersPage(chapters, wishes, form),
  'types.md': typesPage(types),
  'functions.md': functionsPage(functions),
  'templates.md': templatesPage(templates),
  'mistakes.md': mistakesPage(mistakes),
  ...Object.fromEntries(Object.entries(listExample).map(([file, text]) => [`example/${file}`, text])),
})
