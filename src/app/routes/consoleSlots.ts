import type { ComponentType } from 'react'
import { withTexts } from '../i18n.ts'

type Slot = 'help' | 'actingAs' | 'firstSteps' | 'today'

/**
 * Parts of other areas in the console's frame: the help launchers at the end of the bar, the strip of an
 * administrator who acts as another person, and on the start page what is open today and the first steps of an owner.
 */
export const consoleSlots: Readonly<Record<Slot, (() => Promise<{ default: ComponentType }>) | undefined>> = {
  help: () => withTexts(() => import('./ConsoleHelp.tsx')).then((module) => ({ default: module.ConsoleHelp })),
  today: () => withTexts(() => import('../../features/today/TodayStrip.tsx')).then((module) => ({ default: module.TodayStrip })),
  firstSteps: () => withTexts(() => import('../../features/first-steps/FirstSteps.tsx')).then((module) => ({ default: module.FirstSteps })),
  actingAs: () => withTexts(() => import('../../features/sign-in/ActingAs.tsx')).then((module) => ({ default: module.ActingAs })),
}
