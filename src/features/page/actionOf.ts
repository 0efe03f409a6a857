import type { Action } from '../../../contract/action.ts'

/** What pressing an action does, in one shape for links with a prefix and internal messages (spec/1 §7). */
export type Step =
  | { readonly do: 'share'; readonly url: string }
  | { readonly do: 'patch' | 'post'; readonly url: string; readonly body: Readonly<Record<string, unknown>> }
  | { readonly do: 'rpc'; readonly name: string; readonly body: Readonly<Record<string, unknown>> }
  | { readonly do: 'open'; readonly url: string }
  | { readonly do: 'go'; readonly url: string }
  | { readonly do: 'delete'; readonly url: string | undefined; readonly title: string | undefined }
  | { readonly do: 'toast'; readonly text: string }
  | { readonly do: 'language'; readonly code: string }
  | { readonly do: 'reload' }
  | { readonly do: 'nothing' }

const prefixes = { share: 'share', patch: 'patch', post: 'post', open: 'open', action: 'post' } as const

export function stepOf(action: Action): Step {
  if (typeof action === 'string') {
    const [, prefix, rest = ''] = /^(share|patch|rpc|post|open|action):(.+)$/s.exec(action) ?? []
    if (prefix === 'rpc') return { do: 'rpc', name: rest, body: {} }
    if (prefix === undefined) return { do: 'go', url: action }
    const does = prefixes[prefix as keyof typeof prefixes]
    return does === 'patch' || does === 'post' ? { do: does, url: rest, body: {} } : { do: does, url: rest }
  }
  const url = action.url ?? ''
  switch (action.message) {
    case 'url.patch':
      return { do: 'patch', url, body: action.body ?? {} }
    case 'url.post':
      return { do: 'post', url, body: action.body ?? {} }
    case 'open':
      return { do: 'open', url }
    case 'navigate':
      return { do: 'go', url: url || (action.returnUrl ?? '') }
    case 'reload':
      return { do: 'reload' }
    case 'UI.ShowToast':
      return { do: 'toast', text: action.text ?? '' }
    case 'UI.LangChange':
      return { do: 'language', code: action.text ?? url }
    case 'delete.firestore.record':
      return { do: 'delete', url: action.url, title: action.text }
    default:
      return { do: 'nothing' }
  }
}

/** `api/data/forms/x/1` or `/api/data/…` → the record's path; undefined for every other address. */
export function recordPathOf(url: string): string | undefined {
  return /^\/?api\/data\/([^?#]+)/.exec(url)?.[1]
}
