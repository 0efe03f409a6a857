import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { type FormSurroundings, lintSettings } from '../../../contract/forms/lintSettings.ts'
import {
  childOf,
  entryOf,
  type JsonNode,
  lineOf,
  nearestAt,
  type Path,
  pathOf,
  readJson,
  valueOf,
} from '../../../contract/forms/check/readJson.ts'

export interface Finding {
  /** An error prevents publishing; the others do not. */
  readonly level: 'error' | 'warning' | 'info'
  /** `children[3].label`, or line and column if the text itself can't be parsed. */
  readonly place: string
  readonly message: string
  readonly path: Path
  /** The affected range of the text. */
  readonly from: number
  readonly to: number
}

export interface Review {
  readonly root: JsonNode
  /** Undefined while it can't be published. */
  readonly form: FormSettings | undefined
  readonly findings: readonly Finding[]
}

/** Returns the range to mark: a plain value itself, otherwise the key of the entry. */
function rangeOf(root: JsonNode, path: Path): { from: number; to: number } {
  const parent = nearestAt(root, path.slice(0, -1))
  const key = path.at(-1)
  const node = key === undefined ? root : childOf(parent, key)
  if (node && (node.kind === 'string' || node.kind === 'plain')) return node
  const entry = key === undefined ? undefined : entryOf(parent, key)
  if (entry) return entry
  const meant = node ?? parent
  // A whole object is too long to mark: mark its type, or its bracket, instead.
  const type = entryOf(meant, 'type')
  return type ? { from: type.from, to: type.node.to } : { from: meant.from, to: Math.min(meant.from + 1, meant.to) }
}

/** Parses a form file as typed, and returns its form and all findings. */
export function review(text: string, surroundings?: FormSurroundings): Review {
  const { root, fault } = readJson(text)
  if (fault) {
    const { line, column } = lineOf(text, fault.at)
    const to = Math.min(fault.at + 1, text.length)
    const finding: Finding = {
      level: 'error',
      place: `${line}:${column}`,
      message: fault.message,
      path: [],
      from: Math.min(fault.at, to),
      to,
    }
    return { root, form: undefined, findings: text.trim() === '' ? [] : [finding] }
  }
  const checked = checkSettings(valueOf(root))
  if (!checked.ok) {
    return {
      root,
      form: undefined,
      findings: checked.problems.map(({ path: place, message, at }) => {
        const path = pathOf(root, place)
        const { from, to } = rangeOf(root, path)
        const start = at === undefined ? from : Math.min(from + 1 + at, Math.max(from, to - 1))
        return { level: 'error', place, message, path, from: start, to: Math.max(to, start) }
      }),
    }
  }
  return {
    root,
    form: checked.form,
    findings: lintSettings(checked.form, surroundings).map(({ kind, path, place, message }) => ({
      level: kind === 'translation' ? 'info' : 'warning',
      place,
      message,
      path,
      ...rangeOf(root, path),
    })),
  }
}

/** Returns the path of the node that contains a path: `children[3].label` → `children[3]`. */
export function nodePathOf(path: Path): Path {
  for (let end = path.length; end > 0; end--) {
    const list = path[end - 2]
    if (typeof path[end - 1] === 'number' && (list === 'children' || list === 'subform')) return path.slice(0, end)
  }
  return []
}
