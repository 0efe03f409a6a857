import type { ComponentType } from 'react'

/** What other areas put into the console's frame: the help launchers at the end of the bar, the strip of who acts as somebody else. */
export const consoleSlots: Readonly<Record<'help' | 'actingAs', (() => Promise<{ default: ComponentType }>) | undefined>> = {
  help: undefined,
  actingAs: undefined,
}
