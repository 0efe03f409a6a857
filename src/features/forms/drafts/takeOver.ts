import { t } from '@lingui/core/macro'
import type { Model } from '../../../../contract/records.ts'
import type { FormNode } from '../../../engine/form.ts'
import { read, same } from '../../../engine/values.ts'
import type { Unfinished } from '../../../store/drafts-shelf.ts'
import { confirmDialog } from '../../../ui/confirm.tsx'
import { giveFile } from '../../../ui/giveFile.ts'
import type { Session } from '../openForm.ts'
import { answersOf, walk } from '../record.ts'
import { isNothing } from './answerWords.ts'
import { fitting, type Leftover, suited } from './fitting.ts'

/** One answer of a draft beside the form's. */
export interface Line {
  readonly node: FormNode
  readonly path: string
  readonly kept: unknown
  /** As the field takes it; undefined: it does not. */
  readonly suits: unknown
}

const settingsDiffer = (session: Session, item: Unfinished) => item.formVersion !== session.data.formVersion

/** The answers of a draft that the form has a question for, in its order; and those that it has none for. */
export function linesOf(session: Session, item: Unfinished): { lines: Line[]; left: readonly Leftover[] } {
  const answers = answersOf(item.body, session.shape)
  const { leftovers } = fitting(session.form, answers)
  const seen = new Set<string>()
  const lines = walk(session.form.nodes).flatMap((node): Line[] => {
    const { path } = node
    if (path === undefined || seen.has(path) || node.setting.type === 'calculated') return []
    seen.add(path)
    const kept = read(answers, path)
    if (isNothing(kept)) return []
    return [{ node, path, kept, suits: settingsDiffer(session, item) ? suited(node, kept, session.form) : kept }]
  })
  return { lines, left: leftovers }
}

/** What stands beside a field takes its answer along: how a number is used, the status of a choice. */
export function takeLine(session: Session, item: Unfinished, { node, path, suits }: Line): void {
  const { form, shape } = session
  const answers = answersOf(item.body, shape)
  const { statusAttribute } = node.setting as { statusAttribute?: string }
  form.batch(() => {
    form.set(path, suits)
    for (const beside of [`${path}Use`, `${path}Answers`, statusAttribute]) {
      const value = beside === undefined ? undefined : read(answers, beside)
      if (beside !== undefined && value !== undefined) form.set(beside, value)
    }
  })
}

/**
 * Takes over everything that fits, after asking when answers of the form would be replaced. Returns what did not fit; undefined: the person
 * thought better of it. When all of it is in the form, it leaves the shelf: the form's own draft has it now.
 */
export async function takeOver(session: Session, item: Unfinished, flush: () => Promise<void>): Promise<readonly Leftover[] | undefined> {
  const { form, shape } = session
  const { fits, leftovers } = fitting(form, answersOf(item.body, shape), settingsDiffer(session, item))
  const replaced = linesOf(session, item).lines.filter(({ path, suits }) => {
    const now = form.value(path)
    return suits !== undefined && !isNothing(now) && !same(now, suits) && !same(now, read(form.initial() as Model, path))
  }).length
  if (
    replaced > 0 &&
    !(await confirmDialog({ text: t`Answers that you gave in the form are replaced: ${replaced}. Go on?`, ok: t`Take it over` }))
  )
    return undefined
  form.fill(fits)
  await flush()
  if (leftovers.length === 0 && form.dirty()) await item.remove().catch(() => undefined)
  return leftovers
}

/** Deletes a draft when its person says so twice; the question names it. */
export async function deleteDraft(item: Unfinished, title: string, flush?: () => Promise<void>): Promise<boolean> {
  if (!(await confirmDialog({ text: t`Delete the draft “${title}”? Its answers and photos are gone then.`, ok: t`Delete`, danger: true })))
    return false
  // Photos that the form has taken over are named by its own draft before the other goes.
  await flush?.()
  await item.remove()
  return true
}

export async function exportDraft(item: Unfinished, title: string): Promise<void> {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  giveFile(await item.export(), `draft-${name || 'form'}.zip`)
}

/** The part of an address that opens a draft of the shelf beside its form. A long one would be taken for the address of a page (spec/1 §2.1). */
export const besideHash = (id: string): string => (id.startsWith('shelf-') ? `#s${id.slice('shelf-'.length)}` : '')

export const besideAsked = (hash: string): string | undefined => {
  const id = /^#s(\d{1,8})$/.exec(hash)?.[1]
  return id === undefined ? undefined : `shelf-${id}`
}
