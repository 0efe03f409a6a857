import { withTexts } from './i18n.ts'

/**
 * Preloads parts that may be needed offline, before the service worker has cached everything. Runs after the
 * first screen is drawn, so that a question, a message or a sign-in never waits for the network.
 */
export function warmUp(): void {
  const parts = () => {
    for (const part of [
      () => import('../ui/overlays/QuestionDialog.tsx'),
      () => import('../ui/feedback/ToastList.tsx'),
      () => withTexts(() => import('../features/page/actions/runAction.ts')),
      () => withTexts(() => import('../features/page/AccountOverlay.tsx')),
      () => withTexts(() => import('../features/sign-in/LogOut.tsx')),
      () => withTexts(() => import('../features/outbox/OutboxScreen.tsx')),
    ])
      part().catch(() => undefined)
  }
  inAPause(parts, 1500)
}

/**
 * Runs the work after a delay in ms, in the next idle period: the first idle period does not mean that a
 * screen is drawn.
 */
export function inAPause(work: () => void, after: number): void {
  setTimeout(() => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work, { timeout: 1000 }) : work()), after)
}
