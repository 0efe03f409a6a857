import type { ComponentType } from 'react'
import { withTexts } from '../i18n.ts'

/**
 * Parts of other areas in the console's frame: the help launchers at the end of the bar, and the strip of an
 * administrator who acts as another person, and the first steps of an owner on the start page.
 */
export const consoleSlots: Readonly<Record<'help' | 'actingAs' | 'firstSteps', (() => Promise<{ default: ComponentType }>) | undefined>> = {
  help: () => withTexts(() => import('./ConsoleHelp.tsx')).then((module) => ({ default: module.ConsoleHelp })),
  firstSteps: () => withTexts(() => import('../../features/first-steps/FirstSteps.tsx')).then((module) => ({ default: module.FirstSteps })),
  actingAs: () => withTexts(() => import('../../features/sign-in/ActingAs.tsx')).then((module) => ({ default: module.ActingAs })),
}
