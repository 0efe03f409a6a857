import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'

/** Targets after a form that have no meaning in a kiosk: there the next person continues. */
const ends = new Set<unknown>([undefined, 'reload', 'back', 'close', '/'])
/** How long the kiosk confirms that the answers are saved, in ms. */
const thanks = 2500

/** Adapts a form for a kiosk: after the form, the kiosk restarts. */
export function atKiosk(settings: FormSettings): FormSettings {
  return {
    ...settings,
    ...(ends.has(settings.returnUrl) && { returnUrl: 'kioskrestart' }),
    children: settings.children.map((node) => saving(node)) as FormSettings['children'],
  }
}

function saving(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  const { type, returnUrl, returnUrlDelay, children } = node as {
    type?: unknown
    returnUrl?: unknown
    returnUrlDelay?: unknown
    children?: unknown
  }
  const isSave = settingsOf(type)?.isSave === true
  return {
    ...node,
    ...(Array.isArray(children) && { children: children.map(saving) }),
    ...(isSave && returnUrl !== undefined && ends.has(returnUrl) && { returnUrl: 'kioskrestart' }),
    ...(isSave && returnUrl !== 'nop' && returnUrlDelay === undefined && { returnUrlDelay: thanks }),
  }
}
