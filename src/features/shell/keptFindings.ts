import type { Finding } from '../../../contract/endpoints/console.ts'
import type { ScreenRow } from '../../store/db/MusterDb.ts'

/** What is read of an answer. Answers kept by an older version may lack any of it. */
interface Kept {
  readonly form?: { readonly name?: string }
  readonly componentConfig?: {
    readonly items?: readonly { path?: string; title?: string; createdAt?: string; model?: object; sender?: { readonly name?: string } }[]
  }
  readonly bots?: readonly { id: string; title: string; project?: string; team: string }[]
  readonly id?: string
  readonly model?: { readonly name?: string }
  readonly people?: readonly { uid: string; name: string; places: readonly string[] }[]
  readonly members?: readonly { uid?: string; name?: string }[]
  readonly entries?: readonly { key: string; name: string; disabled?: boolean }[]
  readonly project?: string
}

/** `words`: what else it is found by, for a record its answers and its author. */
export type KeptFinding = Finding & { readonly words?: string }

type Read = (answer: Kept, of: string, list: string) => readonly (KeptFinding | undefined)[]

/** The texts of answers, at any depth. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const formAt: Read = ({ form }, key) => (form?.name ? [{ kind: 'form', id: key, title: form.name }] : [])

const recordsAt: Read = ({ form, componentConfig }) =>
  (componentConfig?.items ?? []).map(({ path, title, createdAt, model, sender }): KeptFinding | undefined =>
    path === undefined
      ? undefined
      : {
          kind: 'record',
          id: path,
          title: title ?? form?.name ?? path,
          ...(title !== undefined && form?.name && { note: form.name }),
          ...(createdAt !== undefined && { at: createdAt }),
          words: [title, form?.name, sender?.name, ...textsIn(model)].filter(Boolean).join(' '),
        },
  )

const botsAt: Read = ({ bots }) =>
  (bots ?? []).map(({ id, title, project, team }): Finding => ({ kind: 'bot', id, title, team, ...(project && { note: project }) }))

const membersAt: Read = ({ members, model }, team) =>
  (members ?? []).map(({ uid, name }): Finding | undefined =>
    uid && name ? { kind: 'person', id: uid, title: name, team, ...(model?.name && { note: model.name }) } : undefined,
  )

const peopleAt: Read = ({ people }) =>
  (people ?? []).map(({ uid, name, places }): Finding => ({ kind: 'person', id: uid, title: name, note: places.join(', ') }))

const kindOfList: Readonly<Record<string, 'worker' | 'company'>> = { people: 'worker', companies: 'company' }

const entriesAt: Read = ({ entries, project }, team, list) => {
  const kind = kindOfList[list]
  if (kind === undefined) return []
  return (entries ?? [])
    .filter(({ disabled }) => !disabled)
    .map(({ key, name }): Finding => ({ kind, id: key, title: name, team, ...(project && { note: project }) }))
}

/** The addresses of answers with something to find; the groups are the parameters of the reader. */
const readers: readonly (readonly [RegExp, Read])[] = [
  [/^\/api\/forms\/([^/?]+)\.json/, formAt],
  [/^\/api\/arrived\/([^/?]+)\.json/, recordsAt],
  [/^\/api\/automation\/list/, botsAt],
  [/^\/api\/team\/[^/?]+\/automations/, botsAt],
  [/^\/api\/teams?\/([^/?]+)(?:\?|$)/, membersAt],
  [/^\/api\/people$/, peopleAt],
  [/^\/api\/teams\/([^/?]+)\/lists\/([^/?]+)(?:\?|$)/, entriesAt],
]

/** Whether the answer at this address has something to find. */
export const hasFindings = (url: string): boolean => readers.some(([address]) => address.test(url))

/** The language of an answer; undefined for one without texts of forms. */
const languageOf = (url: string): string | undefined => /[?&]lang=([^&]+)/.exec(url)?.[1]

/**
 * Returns what answers that the device keeps say of bots, people, companies, forms and records, each once. Answers in
 * other languages than `language` are for other users of the device.
 */
export function keptFindings(rows: readonly Pick<ScreenRow, 'url' | 'data' | 'refused'>[], language: string): readonly KeptFinding[] {
  const found = new Map<string, KeptFinding>()
  for (const { url, data, refused } of rows) {
    if ((languageOf(url) ?? language) !== language) continue
    if (refused || typeof data !== 'object' || data === null) continue
    for (const [address, read] of readers) {
      const match = address.exec(url)
      for (const finding of match ? read(data as Kept, match[1] ?? '', match[2] ?? '') : [])
        if (finding) found.set(`${finding.kind}:${finding.team ?? ''}:${finding.id}`, finding)
    }
  }
  return [...found.values()]
}
