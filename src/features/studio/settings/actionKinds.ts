/** An action that is written as a text: its prefix, and whether something follows it. */
export const actionKinds = [
  ['back', false],
  ['address', true],
  ['open:', true],
  ['share:', true],
  ['close', false],
  ['reload', false],
  ['nop', false],
  ['kioskrestart', false],
  ['rpc:', true],
  ['post:', true],
  ['patch:', true],
  ['action:', true],
] as const
export type ActionKind = (typeof actionKinds)[number][0]

export interface WrittenAction {
  readonly kind: ActionKind
  readonly rest: string
}

/** `open:https://…` → its kind and what follows; an address alone is the kind `address`. */
export function readAction(action: string): WrittenAction {
  for (const [kind, takes] of actionKinds) {
    if (kind === 'address') continue
    if (takes ? action.startsWith(kind) : action === kind) return { kind, rest: action.slice(kind.length) }
  }
  return { kind: 'address', rest: action }
}

/** A relative address that is spelled like an action, such as `back`, is written `./back`. */
export const writeAction = ({ kind, rest }: WrittenAction): string => {
  if (kind !== 'address') return kind + rest
  return actionKinds.some(([name, takes]) => !takes && name === rest) ? `./${rest}` : rest
}

/** What each message needs and may have, by its name; a message without an entry may have anything. */
export const partsOfMessage: Readonly<Record<string, readonly string[]>> = {
  'UI.ShowToast': ['text', 'level'],
  'UI.LangChange': ['text'],
  open: ['url'],
  navigate: ['url'],
  reload: [],
  cancel: ['record', 'prompt'],
  'url.patch': ['url', 'body', 'prompt', 'queue', 'background', 'returnUrl', 'returnMessage'],
  'url.post': ['url', 'body', 'prompt', 'queue', 'background', 'returnUrl', 'returnMessage'],
  'list.pick': ['attribute'],
  'time.pick': ['attribute'],
  'attachments.pick': ['attribute'],
  'UI.Array.ShowForm': ['attribute', 'index'],
  actions: ['actions'],
  'delete.firestore.record': ['path', 'title', 'prompt', 'returnUrl', 'returnMessage'],
}
