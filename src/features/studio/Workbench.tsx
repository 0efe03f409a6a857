import { Trans, useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { supportedLanguage } from '../../../contract/reference/languages.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useNarrow } from '../../ui/layout/useNarrow.ts'
import { AddNode, type NewNode } from './AddNode.tsx'
import { Details } from './Details.tsx'
import { attributesAround, duplicateNode, type Edited, freeAttribute, insertNode, moveNode, removeNode, setValue } from './edits.ts'
import type { EditorProps, Reveal } from './editorProps.ts'
import { giveForm, keyFor } from './fileNames.ts'
import { Findings } from './Findings.tsx'
import type { TextHistory } from './history.ts'
import { childOf, nearestAt, nodeAt, type Path, spotAt } from './jsonTree.ts'
import { Outline, type OutlineActs, stepOf } from './Outline.tsx'
import { idOf, type OutlineNode, outline, shownNodes } from './outlineNodes.ts'
import { PlainEditor } from './PlainEditor.tsx'
import { Preview } from './Preview.tsx'
import { type Finding, nodePathOf, review } from './review.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { ToolButton } from './ToolButton.tsx'
import { trialLookups } from './trialLookups.ts'
import './studio.css'

/** The editor is large: it is loaded on demand, and a plain text box replaces it if it can't be loaded. */
const CodeEditor = lazy<(props: EditorProps) => ReactNode>(() =>
  import('./CodeEditor.tsx').then(
    (module) => ({ default: module.CodeEditor }),
    () => ({ default: PlainEditor }),
  ),
)

export type Part = 'outline' | 'code' | 'form'

/**
 * Replaces placeholders of the schema's snippets: `$1` → a value that can be published, and that the author
 * replaces.
 */
function filledIn(node: NewNode, taken: ReadonlySet<string>, words: string): Record<string, unknown> {
  const body = JSON.parse(JSON.stringify(node.body)) as Record<string, unknown>
  const fill = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => fill(one, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, fill(held, name)]))
    if (typeof value !== 'string' || !/^\$\d$/.test(value)) return value
    if (key === 'attribute') return freeAttribute(keyFor(node.type).replaceAll('-', '_') || 'answer', taken)
    if (key === 'value') return '0'
    if (key === 'action') return 'back'
    if (key === 'lookup') return 'employees'
    return key === 'label' ? words : key === 'url' || key === 'link' || key === 'source' ? '/' : words
  }
  const filled = fill(body, '') as Record<string, unknown>
  if (['enum', 'valueenum', 'listenum', 'field-mapping'].includes(node.type)) filled['options'] ??= ['Yes', 'No']
  return filled
}

const nodeById = (nodes: readonly OutlineNode[], id: string) => shownNodes(nodes, new Set()).find((node) => node.id === id)

/** All tools to edit a form: outline, settings, text, live form, record, findings. */
export function Workbench({
  title,
  history,
  lookups = trialLookups,
  actions,
  notices,
  status,
}: {
  readonly title: string
  readonly history: TextHistory
  readonly lookups?: Readonly<Record<string, readonly LookupItem[]>> | undefined
  /** Buttons of the surrounding screen; gets the current findings and form. */
  readonly actions?: ((state: { readonly findings: readonly Finding[]; readonly form: FormSettings | undefined }) => ReactNode) | undefined
  readonly notices?: ReactNode
  readonly status?: ReactNode
}) {
  const { t, i18n } = useLingui()
  const text = useSyncExternalStore(history.subscribe, history.text)
  const settled = useDeferredValue(text)
  const seen = useMemo(() => review(settled), [settled])
  const { root, findings, form } = seen
  const nodes = useMemo(() => outline(root), [root])
  const [lastGood, setLastGood] = useState<FormSettings>()
  if (form && form !== lastGood) setLastGood(form)
  const [language, setLanguage] = useState(() => supportedLanguage(i18n.locale))
  const [model, setModel] = useState<Model>({})
  const [selected, setSelected] = useState<Path>([])
  const [reveal, setReveal] = useState<Reveal>()
  const [go, setGo] = useState<{ attribute: string }>()
  const [adding, setAdding] = useState(false)
  const [help, setHelp] = useState(false)
  const narrow = useNarrow(900)
  const wide = !useNarrow(1440)
  const [part, setPart] = useState<Part>('outline')
  const file = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  /** The row of the outline that gets the focus once it is drawn. */
  const wanted = useRef<string>(undefined)

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
      if (!wide) setPart('code')
      requestAnimationFrame(() => show(path, true))
    },
    [show, wide],
  )

  const apply = useCallback(
    (edited: Edited | undefined): boolean => {
      if (!edited) {
        toast(t`That is not possible here. Mend the text first, or choose another place.`, 'warning')
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
    [adding, history, t],
  )
  useEffect(() => {
    const row = adding || wanted.current === undefined ? null : pane.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus()
  }, [nodes, adding, selected])

  const add = (node: NewNode) => {
    const now = history.text()
    const current = nodeById(nodes, idOf(selected))
    const inside = current?.list
    const list = inside ?? (current ? current.path.slice(0, -1) : ['children'])
    const index = inside ? current.children.length : current ? Number(current.path.at(-1)) + 1 : Number.MAX_SAFE_INTEGER
    apply(insertNode(now, list, index, filledIn(node, attributesAround(root, list), t`New question`)))
  }
  const remove = (path: Path) => {
    const name = nodeById(nodes, idOf(path))
    if (!apply(removeNode(history.text(), path))) return
    const words = name?.title || name?.type || ''
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

  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    const content = await chosen.text()
    history.write(content.replace(/^\uFEFF/, ''))
    setSelected([])
  }

  const keys = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    if (!mod || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, .cm-editor')
    if (key === 's') {
      event.preventDefault()
      giveForm(form?.name ?? title, history.text())
    } else if (key === 'o') {
      event.preventDefault()
      file.current?.click()
    } else if (!typing && (key === 'z' || key === 'y')) {
      event.preventDefault()
      if (key === 'y' || event.shiftKey) history.redo()
      else history.undo()
    }
  }

  // A change of the text may have removed the selected node.
  const current = nodeAt(root, selected) ? selected : nodePathOf([])
  const chosen = nodeById(nodes, idOf(current))
  const moves = (key: string) => chosen && stepOf(nodes, chosen, key)
  const move = (key: string) => {
    const to = moves(key)
    if (chosen && to) acts.onMove(chosen.path, to)
  }
  const onCursor = useCallback((at: number) => setSelected(nodePathOf(spotAt(review(history.text()).root, at).path)), [history])
  const onPicked = useCallback(
    (attribute: string) => {
      const node = shownNodes(nodes, new Set()).find((one) => one.attribute === attribute)
      if (!node) return
      setSelected(node.path)
      show(node.path, false)
      setPart((last) => (last === 'form' ? 'outline' : last))
    },
    [nodes, show],
  )
  useEffect(() => {
    document.title = `${title} – Muster`
  }, [title])

  const parts: readonly (readonly [Part, string])[] = [
    ['outline', t`Outline`],
    ['code', t`Code`],
    ...(narrow ? ([['form', t`Form`]] as const) : []),
  ]
  const broken = form === undefined && lastGood !== undefined && settled.trim() !== ''
  const shows = (one: Part) =>
    one === 'form' ? !narrow || part === 'form' : wide || part === one || (one === 'outline' && !narrow && part === 'form')

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the whole studio
    <div className="m-studio" data-layout={narrow ? 'one' : wide ? 'three' : 'two'} onKeyDown={keys}>
      <header className="m-studio-head">
        <h1>{title}</h1>
        {status ? <span className="m-studio-status">{status}</span> : null}
        <div className="m-studio-tools">
          <ToolButton sign="undo" label={t`Undo`} disabled={!history.canUndo()} onClick={() => void history.undo()} />
          <ToolButton sign="redo" label={t`Redo`} disabled={!history.canRedo()} onClick={() => void history.redo()} />
          <Button size="desk" icon="file" onClick={() => file.current?.click()}>{t`Open a file`}</Button>
          <Button size="desk" icon="download" onClick={() => giveForm(form?.name ?? title, history.text())}>{t`Export`}</Button>
          <ToolButton sign="keys" label={t`Keyboard shortcuts`} onClick={() => setHelp(true)} />
          {actions?.({ findings, form })}
        </div>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t`Form file`}
          onChange={(event) => {
            void open(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </header>
      {notices}
      {wide ? null : (
        <div className="m-studio-bar">
          <fieldset className="m-segments" aria-label={t`What to see`}>
            {parts.map(([one, name]) => (
              <label key={one}>
                <input
                  type="radio"
                  name="studio-part"
                  checked={part === one || (one === 'outline' && !narrow && part === 'form')}
                  onChange={() => setPart(one)}
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        </div>
      )}
      <div className="m-studio-panes">
        {shows('outline') ? (
          <div ref={pane} className="m-studio-pane m-studio-outline">
            <div className="m-studio-bar" role="toolbar" aria-label={t`Change the outline`}>
              <Button size="desk" kind="primary" icon="plus" onClick={() => setAdding(true)}>{t`Add`}</Button>
              <ToolButton sign="copy" label={t`Duplicate`} disabled={!chosen} onClick={() => chosen && acts.onDuplicate(chosen.path)} />
              <ToolButton sign="up" label={t`Move up`} disabled={!moves('ArrowUp')} onClick={() => move('ArrowUp')} />
              <ToolButton sign="down" label={t`Move down`} disabled={!moves('ArrowDown')} onClick={() => move('ArrowDown')} />
              <ToolButton sign="out" label={t`Move out of the group`} disabled={!moves('ArrowLeft')} onClick={() => move('ArrowLeft')} />
              <ToolButton
                sign="into"
                label={t`Move into the group above`}
                disabled={!moves('ArrowRight')}
                onClick={() => move('ArrowRight')}
              />
              <ToolButton sign="remove" label={t`Remove`} disabled={!chosen} onClick={() => chosen && remove(chosen.path)} />
            </div>
            <button type="button" className="m-outline-form" aria-pressed={current.length === 0} onClick={() => select([])}>
              {form?.name ?? lastGood?.name ?? title}
            </button>
            <Outline nodes={nodes} selected={current} findings={findings} acts={acts} />
            <Details
              root={root}
              path={current}
              onSet={(path, value) => {
                const edited = setValue(history.text(), path, value)
                if (edited) history.write(edited.text, 'typing')
              }}
              onCode={(path) => {
                if (!nodeAt(root, path)) {
                  const edited = setValue(history.text(), path, [])
                  if (edited) history.write(edited.text)
                }
                toCode(path)
              }}
            />
          </div>
        ) : null}
        {shows('code') ? (
          <div className="m-studio-pane m-studio-code">
            <Suspense fallback={<Skeleton rows={8} />}>
              <CodeEditor history={history} label={t`Settings`} findings={findings} reveal={reveal} onCursor={onCursor} />
            </Suspense>
          </div>
        ) : null}
        <div className="m-studio-pane m-studio-live" hidden={!shows('form')}>
          {broken ? (
            <Notice level="warning">
              <Trans>You see the last form that was in order. Your text is kept as you wrote it.</Trans>
            </Notice>
          ) : null}
          <Preview
            settings={lastGood}
            lookups={lookups}
            language={language}
            onLanguage={setLanguage}
            onModel={setModel}
            onPicked={onPicked}
            go={go}
          />
          <details className="m-studio-record" open>
            <summary>
              <Trans>The record as it would be saved</Trans>
            </summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long records are scrolled by keyboard too */}
            <pre tabIndex={0} aria-label={t`The record as it would be saved`}>
              {JSON.stringify(model, undefined, 2)}
            </pre>
          </details>
        </div>
      </div>
      <Findings
        findings={findings}
        onGo={(finding) => {
          setSelected(nodePathOf(finding.path))
          if (!wide) setPart('code')
          requestAnimationFrame(() => setReveal({ from: finding.from, to: finding.to, focus: true }))
        }}
      />
      <AddNode open={adding} onClose={() => setAdding(false)} onAdd={add} />
      <Shortcuts open={help} onClose={() => setHelp(false)} />
    </div>
  )
}
