import type { FormSettings } from '../../../contract/settings.ts'

/** Where a form leads that stands alone; in a kiosk the next person's turn comes. */
const ends = new Set<unknown>([undefined, 'reload', 'back', 'close'])
/** So long the kiosk says that the answers are safe, ms. */
const thanks = 2500

/** The form as a kiosk opens it: when it is finished, the kiosk begins anew. */
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
  return {
    ...node,
    ...(Array.isArray(children) && { children: children.map(saving) }),
    ...(type === 'save' && returnUrl !== undefined && ends.has(returnUrl) && { returnUrl: 'kioskrestart' }),
    ...(type === 'save' && returnUrl !== 'nop' && returnUrlDelay === undefined && { returnUrlDelay: thanks }),
  }
}
