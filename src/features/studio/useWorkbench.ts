import { useLingui } from '@lingui/react/macro'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useNarrow } from '../../ui/layout/useNarrow.ts'
import {
  attributesAround,
  duplicateNode,
  type Edited,
  freeAttribute,
  insertNode,
  listKeyOf,
  moveNode,
  removeNode,
  setValue,
} from './Edited.ts'
import type { Reveal } from './editorProps.ts'
import { partName, type Part as NewPart } from './parts/allParts.ts'
import { attributeFor, followsLabel, freeNameFor, renameAttribute, renameText } from './renameAttribute.ts'
import type { FormSurroundings } from '../../../contract/forms/lintSettings.ts'
import type { TextHistory } from './textHistory.ts'
import { childOf, nearestAt, nodeAt, type Path, readJson, spotAt } from '../../../contract/forms/check/readJson.ts'
import { type OutlineActs, stepOf } from './Outline.tsx'
import { idOf, type OutlineNode, outline, shownNodes } from './OutlineNode.ts'
import { type Finding, nodePathOf, review } from './review.ts'

export type Part = 'outline' | 'code' | 'form'

/** Values of a new node, by property, that can be published. */
const sampleValues: ReadonlyMap<string, string> = new Map([
  ['value', '0'],
  ['action', 'back'],
  ['lookup', 'employees'],
  ['url', '/'],
  ['link', '/'],
  ['source', '/'],
])

/**
 * Replaces placeholders of the schema's snippets: `$1` → a value that can be published, and that the author
 * replaces.
 */
function filledIn(part: NewPart, taken: ReadonlySet<string>, words: string): Record<string, unknown> {
  const body = JSON.parse(JSON.stringify(part.body)) as Record<string, unknown>
  const fill = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => fill(one, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, fill(held, name)]))
    if (typeof value !== 'string' || !/^\$\d$/.test(value)) return value
    if (key === 'attribute') return freeAttribute(attributeFor(part.name) ?? 'answer', taken)
    return sampleValues.get(key) ?? (key === 'label' ? part.name : words)
  }
  const filled = fill(body, '') as Record<string, unknown>
  for (const [key, value] of Object.entries(settingsOf(part.type)?.start ?? {})) filled[key] ??= value
  return filled
}

const nodeById = (nodes: readonly OutlineNode[], id: string) => shownNodes(nodes, new Set()).find((node) => node.id === id)

/** The form that the text describes: its outline, its findings, and the last version in order. */
function useReviewed(history: TextHistory, surroundings: FormSurroundings | undefined) {
  const text = useSyncExternalStore(history.subscribe, history.text)
  const settled = useDeferredValue(text)
  const seen = useMemo(() => review(settled, surroundings), [settled, surroundings])
  const { root, findings, form } = seen
  const nodes = useMemo(() => outline(root), [root])
  const [lastGood, setLastGood] = useState<FormSettings>()
  if (form && form !== lastGood) setLastGood(form)
  const broken = form === undefined && lastGood !== undefined && settled.trim() !== ''
  return { root, findings, form, nodes, lastGood, broken }
}

type Reviewed = ReturnType<typeof useReviewed>

/** The panes that fit beside each other. `shows` returns true for the visible ones. */
function useLayout() {
  const narrow = useNarrow(900)
  const wide = !useNarrow(1440)
  const [part, setPart] = useState<Part>('outline')
  /** With two panes the form is always visible beside the outline or the code. */
  const besideForm = narrow || part !== 'form' ? part : 'outline'
  const shows = (one: Part) => {
    if (one === 'form') return !narrow || part === 'form'
    // With three panes the settings or the code are between the outline and the form.
    return (wide && one === 'outline') || besideForm === one
  }
  return { narrow, wide, setPart, chosen: besideForm, shows, settingsApart: wide && besideForm !== 'code' }
}

type Layout = ReturnType<typeof useLayout>

/** The selected node, and what the code and the preview show of it. */
function useSelection({ root, nodes }: Reviewed, history: TextHistory, { chosen: shownPart, setPart }: Layout) {
  const [selected, setSelected] = useState<Path>([])
  const [reveal, setReveal] = useState<Reveal>()
  const [go, setGo] = useState<{ attribute: string }>()

  const show = useCallback(
    (path: Path, focus: boolean) => {
      const node = nearestAt(root, path)
      const range = node.kind === 'object' || node.kind === 'array' ? { from: node.from, to: node.from } : node
      setReveal({ from: range.from, to: range.to, focus })
    },
    [root],
  )
  const select = useCallback(
    (path: Path) => {
      setSelected(path)
      show(path, false)
      const attribute = childOf(nodeAt(root, path), 'attribute')?.value
      if (typeof attribute === 'string') setGo({ attribute })
    },
    [root, show],
  )
  const toCode = useCallback(
    (path: Path) => {
      setPart('code')
      requestAnimationFrame(() => show(path, true))
    },
    [setPart, show],
  )

  const onCursor = useCallback((at: number) => setSelected(nodePathOf(spotAt(review(history.text()).root, at).path)), [history])
  const onPicked = useCallback(
    (attribute: string) => {
      const node = shownNodes(nodes, new Set()).find((one) => one.attribute === attribute)
      if (!node) return
      setSelected(node.path)
      show(node.path, false)
      setPart((last) => (last === 'form' ? 'outline' : last))
    },
    [nodes, setPart, show],
  )
  const goToFinding = (finding: Finding) => {
    setSelected(nodePathOf(finding.path))
    // A text that cannot be read, and an author who works in the code, need the place in the code.
    const inCode = root.kind === 'missing' || finding.path.length === 0 || shownPart === 'code'
    if (inCode) setPart('code')
    else setPart((last) => (last === 'form' ? 'outline' : last))
    requestAnimationFrame(() => {
      if (inCode) setReveal({ from: finding.from, to: finding.to, focus: true })
      else focusOnProblem()
    })
  }
  // A change of the text may have removed the selected node.
  const current = nodeAt(root, selected) ? selected : nodePathOf([])
  return {
    selected,
    setSelected,
    current,
    chosen: nodeById(nodes, idOf(current)),
    reveal,
    go,
    select,
    toCode,
    onCursor,
    onPicked,
    goToFinding,
  }
}

/** Moves the focus to the first setting with a problem, as the settings show it. */
function focusOnProblem(): void {
  const details = document.querySelector('[data-details]')
  details?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true] select, [data-invalid=true] input')?.focus()
}

type Selection = ReturnType<typeof useSelection>

/** Adds, moves and removes nodes, and keeps the focus in the outline. */
function useOutlineEdits({ root, nodes }: Reviewed, history: TextHistory, selection: Selection) {
  const { t, i18n } = useLingui()
  const { selected, setSelected, chosen, select, toCode } = selection
  const [adding, setAdding] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  /** The row of the outline that gets the focus once it is drawn. */
  const wanted = useRef<string>(undefined)

  const apply = useCallback(
    (edited: Edited | undefined): boolean => {
      if (!edited) {
        toast(t`That is not possible here. Correct the text first, or choose another place.`, 'warning')
        return false
      }
      // A person in the outline keeps the focus there; a person who pressed a button above it can press it
      // again.
      const tree = pane.current?.querySelector('[role=tree]')
      if (adding || tree?.contains(document.activeElement)) wanted.current = idOf(edited.path)
      history.write(edited.text)
      setSelected(edited.path)
      return true
    },
    [adding, history, setSelected, t],
  )
  useEffect(() => {
    const row = adding || wanted.current === undefined ? null : pane.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus()
  }, [nodes, adding, selected])

  /** The part that was added last: its text gets the focus, so that the author can type the question at once. */
  const [added, setAdded] = useState<string>()
  useEffect(() => {
    // The outline follows the text a little later.
    const node = added === undefined || adding ? undefined : nodeById(nodes, added)
    if (!node) return
    // The cursor of the code may have chosen the part before it.
    if (idOf(selected) !== node.id) return select(node.path)
    const text = document.querySelector<HTMLInputElement>('[data-details] :is([data-setting=label], [data-setting=text])')
    setAdded(undefined)
    text?.focus()
    text?.select()
    // Hidden settings take no focus.
    if (text === null || document.activeElement !== text) pane.current?.querySelector<HTMLElement>(`[data-id="${node.id}"]`)?.focus()
  }, [added, adding, nodes, selected, select])

  const add = (part: NewPart) => {
    const { list, index } = placeAfter(nodes, nodeById(nodes, idOf(selected)), part.body)
    const edited = insertNode(history.text(), list, index, filledIn(part, attributesAround(root, list), t`New question`))
    if (!edited) return void apply(undefined)
    history.write(edited.text)
    setSelected(edited.path)
    setAdded(idOf(edited.path))
  }
  const remove = (path: Path) => {
    const name = nodeById(nodes, idOf(path))
    if (!apply(removeNode(history.text(), path))) return
    const words = name?.title || (name && partName(i18n, { type: name.type })) || ''
    toast(t`${words} is removed. Undo brings it back.`)
  }
  const acts: OutlineActs = {
    onSelect: select,
    onOpen: (path) => toCode(path),
    onAdd: () => setAdding(true),
    onRemove: remove,
    onDuplicate: (path) => apply(duplicateNode(history.text(), path)),
    onMove: (path, to) => apply(moveNode(history.text(), path, to)),
  }

  const moves = (key: string) => chosen && stepOf(nodes, chosen, key)
  const move = (key: string) => {
    const to = moves(key)
    if (chosen && to) acts.onMove(chosen.path, to)
  }
  return { adding, setAdding, pane, add, acts, moves, move }
}

const isPage = ({ type, style }: Readonly<Record<string, unknown>>) => type === 'group' && style === 'page'
const isSave = (node: OutlineNode | undefined) => node !== undefined && settingsOf(node.type)?.isSave === true

/**
 * Returns the place of a new part: in the selected section, after the selected part, or at the end. It comes before
 * the button that saves. A section lands in a page, never in a section; a page is always directly in the form.
 */
function placeAfter(
  nodes: readonly OutlineNode[],
  node: OutlineNode | undefined,
  body: NewPart['body'],
): { readonly list: Path; readonly index: number } {
  if (isPage(body) && node && node.path.length > 2) return placeAfter(nodes, nodeById(nodes, idOf(node.path.slice(0, 2))), body)
  if (!node) {
    let end = nodes.length
    while (end > 0 && isSave(nodes[end - 1])) end -= 1
    return { list: ['children'], index: end }
  }
  const isGroup = node.list?.at(-1) === 'children'
  const isSection = listKeyOf(body) !== undefined
  if (node.list && !(isGroup && isSection && (isPage(body) || !isPage(node.settings))))
    return { list: node.list, index: node.children.length }
  return { list: node.path.slice(0, -1), index: Number(node.path.at(-1)) + (isSave(node) ? 0 : 1) }
}

/** Names that records of the published form have: they no longer follow the text of their question. */
function namesIn(published: string | undefined): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, name] of (published ?? '').matchAll(/"attribute"\s*:\s*"([^"]*)"/g)) if (name !== undefined) names.add(name)
  return names
}

/** Changes a setting, and what follows from it: the name of a new question, and the translations of a reworded text. */
export function changeSetting(text: string, path: Path, value: unknown, published: string | undefined): string | undefined {
  const { root } = readJson(text)
  const before = nodeAt(root, path)?.value
  const edited = setValue(text, path, value)
  if (!edited) return undefined
  if (typeof before !== 'string' || typeof value !== 'string') return edited.text
  const translated = renameText(edited.text, before, value)
  const part = path.slice(0, -1)
  const attribute = childOf(nodeAt(root, part), 'attribute')?.value
  if (path.at(-1) !== 'label' || typeof attribute !== 'string' || namesIn(published).has(attribute)) return translated
  if (!followsLabel(attribute, before)) return translated
  const name = freeNameFor(root, part, value)
  return name === undefined || name === attribute ? translated : renameAttribute(translated, part, name)
}

/** The state of the studio and what people can do in it. */
export function useWorkbench(history: TextHistory, surroundings?: FormSurroundings) {
  const reviewed = useReviewed(history, surroundings)
  const layout = useLayout()
  const selection = useSelection(reviewed, history, layout)
  const edits = useOutlineEdits(reviewed, history, selection)
  return { history, reviewed, layout, selection, edits }
}

export type WorkbenchState = ReturnType<typeof useWorkbench>
