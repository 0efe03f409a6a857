import { withTexts } from './i18n.ts'

/**
 * Parts that may be needed at a moment without a connection, before the service worker has everything: fetched once the first screen stands,
 * so that a question, a message or a sign-in never has to wait for the network.
 */
export function warmUp(): void {
  const parts = () => {
    for (const part of [
      () => import('../ui/QuestionDialog.tsx'),
      () => import('../ui/ToastList.tsx'),
      () => withTexts(() => import('../features/page/actions/runAction.ts')),
      () => import('../features/page/PreferencesDialog.tsx'),
      () => withTexts(() => import('../features/sign-in/LogOut.tsx')),
      () => withTexts(() => import('../features/outbox/OutboxScreen.tsx')),
    ])
      part().catch(() => undefined)
  }
  inAPause(parts, 1500)
}

/** Runs the work after so many ms, in the next pause: the very first one is no sign that a screen stands. */
export function inAPause(work: () => void, after: number): void {
  setTimeout(() => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work, { timeout: 1000 }) : work()), after)
}
