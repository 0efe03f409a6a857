import type { Action, ActionMessage } from '../../../../contract/forms/action.ts'
import { type InternalMessage, internalMessages } from '../../../../contract/rules/internalMessages.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'

/** The effect of an action, in one shape for links with a prefix and for internal messages (spec/1 §7). */
export type Step =
  | { readonly do: 'share'; readonly url: string }
  | { readonly do: 'patch' | 'post'; readonly url: string; readonly body: Model; readonly queue: boolean }
  | { readonly do: 'rpc'; readonly name: string; readonly body: Model; readonly queue: boolean }
  | { readonly do: 'open'; readonly url: string }
  | { readonly do: 'go'; readonly url: string }
  | { readonly do: 'save'; readonly setting: ActionMessage }
  | { readonly do: 'delete'; readonly path: string | undefined; readonly title: string | undefined }
  | { readonly do: 'menu'; readonly actions: readonly { readonly title: string; readonly action: string }[] }
  | { readonly do: 'toast'; readonly text: string; readonly level: ActionMessage['level'] }
  | { readonly do: 'language'; readonly code: string }
  | { readonly do: 'guidance'; readonly attributes: Model }
  | { readonly do: 'reload' }
  | { readonly do: 'nothing' }

const isMessage = (name: string): name is InternalMessage => (internalMessages as readonly string[]).includes(name)

/** Returns the step for a change at an address; the address of a named action becomes that action. */
function change(does: 'patch' | 'post', url: string, body: Model, queue: boolean): Step {
  const name = does === 'post' ? /^\/?api\/rpc\/([^/?#]+)$/.exec(url)?.[1] : undefined
  return name === undefined ? { do: does, url, body, queue } : { do: 'rpc', name, body, queue }
}

function linkStep(link: string): Step {
  const [, prefix, rest = ''] = /^(share|patch|rpc|post|open|action):(.+)$/s.exec(link) ?? []
  switch (prefix) {
    case 'rpc':
      return { do: 'rpc', name: rest, body: {}, queue: false }
    case 'patch':
    case 'post':
      return change(prefix, rest, {}, false)
    case 'share':
    case 'open':
      return { do: prefix, url: rest }
    case 'action':
      // An internal message by its name, otherwise an address that runs an action.
      return isMessage(rest) ? stepOf({ message: rest }) : change('post', rest, {}, false)
    default:
      return { do: 'go', url: link }
  }
}

export function stepOf(action: Action): Step {
  if (typeof action === 'string') return linkStep(action)
  // A field handles all other messages (src/fields/useAction.ts); without a form there is no field.
  const step = isMessage(action.message) ? messageSteps[action.message] : undefined
  return step?.(action) ?? { do: 'nothing' }
}

const messageSteps: { readonly [message in InternalMessage]?: (action: ActionMessage) => Step } = {
  'url.patch': ({ url = '', body = {}, queue = false }) => change('patch', url, body, queue),
  'url.post': ({ url = '', body = {}, queue = false }) => change('post', url, body, queue),
  open: ({ url = '' }) => ({ do: 'open', url }),
  navigate: ({ url, returnUrl = '' }) => ({ do: 'go', url: url || returnUrl }),
  cancel: () => ({ do: 'go', url: 'back' }),
  reload: () => ({ do: 'reload' }),
  actions: ({ actions = [] }) => ({ do: 'menu', actions }),
  'UI.ShowToast': ({ text = '', level }) => ({ do: 'toast', text, level }),
  'UI.LangChange': ({ text, url = '' }) => ({ do: 'language', code: text ?? url }),
  'Userflow.Update': ({ body = {} }) => ({ do: 'guidance', attributes: body }),
  'save.firestore.record': (action) => ({ do: 'save', setting: action }),
  'delete.firestore.record': ({ path, url, title, text }) => ({ do: 'delete', path: path ?? (url || undefined), title: title ?? text }),
}

/** Converts `api/data/forms/x/1` or `/api/data/…` to the record's path; undefined for every other address. */
export function recordPathOf(url: string): string | undefined {
  return /^\/?api\/data\/([^?#]+)/.exec(url)?.[1]
}

/** Splits an address of this site into the path after `/api/` and its query; undefined for another site. */
export function apiPathOf(url: string, origin: string): { path: string; query: Record<string, string> } | undefined {
  const relative = url.replace(/^(?!https?:)\/?(?:api\/)?/i, '/api/')
  if (!URL.canParse(relative, origin)) return undefined
  const at = new URL(relative, origin)
  if (at.origin !== origin) return undefined
  return { path: decodeURI(at.pathname).replace(/^\/(?:api\/)?/, ''), query: Object.fromEntries(at.searchParams) }
}

/** Returns the text that a menu shows for a title (spec/1 §7). */
export const menuTitle = (title: string): string => title.replaceAll('_', ' ')
