import type { ComponentType } from 'react'
import { withTexts } from '../i18n.ts'

/**
 * Parts of other areas in the console's frame: the help launchers at the end of the bar, and the strip of an
 * administrator who acts as another person.
 */
export const consoleSlots: Readonly<Record<'help' | 'actingAs', (() => Promise<{ default: ComponentType }>) | undefined>> = {
  help: () => withTexts(() => import('./ConsoleHelp.tsx')).then((module) => ({ default: module.ConsoleHelp })),
  actingAs: () => withTexts(() => import('../../features/sign-in/ActingAs.tsx')).then((module) => ({ default: module.ActingAs })),
}
