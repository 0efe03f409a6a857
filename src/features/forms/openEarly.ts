import type { PageData } from '../../../contract/endpoints/pages.ts'
import { loadControls } from '../../fields/index.ts'
import { getOwner } from '../../store/identity/useOwner.ts'
import type { DrawnPage } from './drawn/drawnPage.tsx'
import { openForm, type Session } from './openForm.ts'
import type { Shape } from './saveBody.ts'

/** How long an early-opened form waits for its controls and its screen, ms: another page may be waiting for its draft. */
const patience = 5000

let early: { readonly session: Session; readonly address: string; readonly owner: string } | undefined

/**
 * Opens the form of a page before the first render, so that the first render is the form itself. Throws the
 * errors of `openForm`.
 */
export async function openEarly(data: PageData, address: string): Promise<void> {
  const owner = getOwner()
  const session = await openForm(data, address, 'flat', data.componentConfig?.readOnly === true)
  early = { session, address, owner }
  const late = new Promise<void>((resolve) =>
    setTimeout(() => {
      closeEarly()
      resolve()
    }, patience),
  )
  // A form that public/guard.js has drawn is replaced as a whole: it has no use for a first render with place holders. A
  // control that does not load must not keep the rest of the app away.
  if (document.querySelector('#drawn')) await Promise.race([loadControls(session.form), late])
}

/** Called when the screen is drawn, before its effects: its session may take the place of a drawn form. */
export const offerEarly = (session: Session | undefined) =>
  session && session === early?.session && document.querySelector<DrawnPage>('#drawn')?.offer?.(session)

/** Returns the session that was opened early for exactly this screen. */
export function openedEarly(data: PageData, address: string, shape: Shape, readOnly: boolean): Session | undefined {
  if (early?.session.data !== data || early.address !== address || early.owner !== getOwner()) return undefined
  return early.session.shape === shape && early.session.readOnly === readOnly ? early.session : undefined
}

/**
 * Called when the screen with the session is drawn; any other session is released, so that its draft is free.
 */
export function closeEarly(taken?: Session): void {
  const left = early?.session
  early = undefined
  if (left !== taken) left?.visit?.use()()
}
