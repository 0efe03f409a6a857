import type { ComponentType } from 'react'
import { withTexts } from './i18n.ts'

/** What other areas put into the console's frame: the help launchers at the end of the bar, the strip of who acts as somebody else. */
export const consoleSlots: Readonly<Record<'help' | 'actingAs', (() => Promise<{ default: ComponentType }>) | undefined>> = {
  help: () => withTexts(() => import('./ConsoleHelp.tsx')).then((module) => ({ default: module.ConsoleHelp })),
  actingAs: () => withTexts(() => import('../features/sign-in/ActingAs.tsx')).then((module) => ({ default: module.ActingAs })),
}
