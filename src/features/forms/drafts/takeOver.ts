import { t } from '@lingui/core/macro'
import type { Model } from '../../../../contract/endpoints/records.ts'
import type { FormNode } from '../../../engine/form.ts'
import { readValue, same } from '../../../engine/readValue.ts'
import type { Unfinished } from '../../../store/drafts/useUnfinished.ts'
import { confirmDialog } from '../../../ui/overlays/confirmDialog.tsx'
import { downloadFile } from '../../../ui/downloadFile.ts'
import type { Session } from '../openForm.ts'
import { answersOf, walk } from '../saveBody.ts'
import { isNothing } from './answerWords.ts'
import { fitting, type Leftover, suited } from './fitting.ts'

/** One answer of a draft beside the form's answer. */
export interface Line {
  readonly node: FormNode
  readonly path: string
  readonly kept: unknown
  /** The answer in the form that the field accepts; undefined if the field does not accept it. */
  readonly suits: unknown
}

const settingsDiffer = (session: Session, item: Unfinished) => item.formVersion !== session.data.formVersion

/**
 * Returns the answers of a draft that have a question in the form, in the form's order, and the answers
 * without one.
 */
export function linesOf(session: Session, item: Unfinished): { lines: Line[]; left: readonly Leftover[] } {
  const answers = answersOf(item.body, session.shape)
  const { leftovers } = fitting(session.form, answers)
  const seen = new Set<string>()
  const lines = walk(session.form.nodes).flatMap((node): Line[] => {
    const { path } = node
    if (path === undefined || seen.has(path) || node.rules?.calculates) return []
    seen.add(path)
    const kept = readValue(answers, path)
    if (isNothing(kept)) return []
    return [{ node, path, kept, suits: settingsDiffer(session, item) ? suited(node, kept, session.form) : kept }]
  })
  return { lines, left: leftovers }
}

/** Copies one answer, together with its attached attribute: the use of a number, the status of a choice. */
export function takeLine(session: Session, item: Unfinished, { node, path, suits }: Line): void {
  const { form, shape } = session
  const answers = answersOf(item.body, shape)
  form.batch(() => {
    form.set(path, suits)
    for (const beside of node.rules?.beside?.(node.setting as never) ?? []) {
      const value = readValue(answers, beside)
      if (value !== undefined) form.set(beside, value)
    }
  })
}

/**
 * Copies all answers that fit; asks first if answers of the form would be replaced. Returns the answers that
 * did not fit, or undefined if the person canceled. If all of it fits, the draft leaves the shelf, because
 * the form's own draft now contains it.
 */
export async function takeOver(session: Session, item: Unfinished, flush: () => Promise<void>): Promise<readonly Leftover[] | undefined> {
  const { form, shape } = session
  const { fits, leftovers } = fitting(form, answersOf(item.body, shape), settingsDiffer(session, item))
  const replaced = linesOf(session, item).lines.filter(({ path, suits }) => {
    const now = form.value(path)
    return suits !== undefined && !isNothing(now) && !same(now, suits) && !same(now, readValue(form.initial() as Model, path))
  }).length
  if (replaced > 0 && !(await confirmDialog({ text: t`This replaces your answers in the form: ${replaced}. Continue?`, ok: t`Restore` })))
    return undefined
  form.fill(fits)
  await flush()
  if (leftovers.length === 0 && form.dirty()) await item.remove().catch(() => undefined)
  return leftovers
}

/** Deletes a draft after a confirmation that names it. */
export async function deleteDraft(item: Unfinished, title: string, flush?: () => Promise<void>): Promise<boolean> {
  if (!(await confirmDialog({ text: t`Delete the draft “${title}” with its answers and photos?`, ok: t`Delete`, danger: true })))
    return false
  // Photos that the form has taken over must be in its own draft before the other draft is deleted.
  await flush?.()
  await item.remove()
  return true
}

export async function exportDraft(item: Unfinished, title: string): Promise<void> {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  downloadFile(await item.export(), `draft-${name || 'form'}.zip`)
}

/**
 * Returns the hash that opens a draft of the shelf beside its form. A long hash would be read as the address
 * of a page (spec/1 §2.1).
 */
export const besideHash = (id: string): string => (id.startsWith('shelf-') ? `#s${id.slice('shelf-'.length)}` : '')

export const besideAsked = (hash: string): string | undefined => {
  const id = /^#s(\d{1,8})$/.exec(hash)?.[1]
  return id === undefined ? undefined : `shelf-${id}`
}
