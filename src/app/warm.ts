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
      () => withTexts(() => import('../features/outbox/OutboxScreen.tsx')),
    ])
      part().catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(parts, { timeout: 4000 })
  else setTimeout(parts, 2000)
}
