import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionResult,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { editorWords } from './editorWords.ts'
import { type EditorWords, explanationAt, type Offer, offersAt } from './offersAt.ts'
import { differenceOf } from './textHistory.ts'
import { readJson } from '../../../contract/forms/check/readJson.ts'
import type { EditorProps } from './editorProps.ts'
import * as styles from './studio.module.css'

/** The kit's colors, so that the editor follows the light, dark and sun themes by itself. */
const colour = (name: string) => `var(--m-colors-${name})`

const theme = EditorView.theme({
  '&': { height: '100%', color: colour('fg-default'), backgroundColor: colour('bg-surface'), fontSize: '0.875rem' },
  '.cm-scroller': { fontFamily: 'var(--m-fonts-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: colour('fg-default'), paddingBlock: '0.5rem' },
  '&.cm-focused': { outline: `2px solid ${colour('focus')}`, outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: colour('fg-default'), borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: colour('bg-sunken'), color: colour('fg-subtle'), border: '0' },
  '.cm-activeLine': { backgroundColor: `color-mix(in srgb, ${colour('bg-hover')} 60%, transparent)` },
  '.cm-activeLineGutter': { backgroundColor: colour('bg-hover'), color: colour('fg-default') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: `color-mix(in srgb, ${colour('status-saved')} 28%, transparent)`,
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: colour('bg-hover'),
    outline: `1px solid ${colour('border-strong')}`,
  },
  '.cm-selectionMatch': { backgroundColor: colour('warning-bg') },
  '.cm-searchMatch': { backgroundColor: colour('warning-bg'), outline: `1px solid ${colour('warning')}` },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: colour('bg-surface'),
    color: colour('fg-default'),
    border: `1px solid ${colour('border-strong')}`,
    borderRadius: 'var(--m-radii-sm)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '0.3rem 0.5rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: colour('bg-inverted'), color: colour('fg-inverted') },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
  '.cm-tooltip.cm-completionInfo, .cm-code-words': {
    maxWidth: '22rem',
    padding: '0.5rem 0.75rem',
    fontFamily: 'var(--m-fonts-body)',
    lineHeight: '1.45',
  },
  '.cm-panels .cm-textfield': {
    backgroundColor: colour('bg-surface'),
    color: colour('fg-default'),
    border: `1px solid ${colour('border-strong')}`,
  },
  '.cm-panels .cm-button': {
    backgroundImage: 'none',
    backgroundColor: colour('bg-hover'),
    color: colour('fg-default'),
    border: `1px solid ${colour('border-strong')}`,
  },
  '.cm-foldPlaceholder': { backgroundColor: colour('bg-hover'), color: colour('fg-muted'), border: '0', paddingInline: '0.4rem' },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: colour('status-saved') },
  { tag: tags.string, color: colour('status-sent') },
  { tag: [tags.number, tags.bool, tags.null], color: colour('status-sending') },
  { tag: tags.invalid, color: colour('status-needs-you') },
])

const icons: Record<Offer['kind'], string> = {
  property: 'property',
  value: 'constant',
  type: 'class',
  attribute: 'variable',
  function: 'function',
  text: 'text',
}

function complete(state: EditorState, at: number, asked: boolean, words: EditorWords): CompletionResult | null {
  const text = state.doc.toString()
  const before = text[at - 1] ?? ''
  if (!asked && !/[\w"{.]/.test(before)) return null
  const found = offersAt(readJson(text).root, text, at, words)
  if (!found || (!asked && found.from === at && before !== '"' && before !== '{')) return null
  const quoted = text[found.from] === '"'
  return {
    from: found.from,
    to: found.to,
    options: found.offers.map((offer) => ({
      // The typed text starts with the quote, so the label needs it to match.
      label: quoted ? `"${offer.label}"` : offer.label,
      displayLabel: offer.label,
      type: icons[offer.kind],
      ...(offer.detail !== undefined && { detail: offer.detail }),
      ...(offer.info !== undefined && { info: offer.info }),
      apply: offer.plain ? offer.write : snippet(offer.write),
    })),
  }
}

const explanations = (words: EditorWords) =>
  hoverTooltip((view, at) => {
    const text = view.state.doc.toString()
    const found = explanationAt(readJson(text).root, text, at, words)
    if (!found) return null
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'cm-code-words'
        const title = document.createElement('strong')
        title.textContent = found.title
        dom.append(title, ` ${found.text}`)
        return { dom }
      },
    }
  })

/** Returns the parts of the editor. Undo and redo are those of the studio. */
function extensionsFor(
  { history, label }: Pick<EditorProps, 'history' | 'label'>,
  i18n: I18n,
  onCursor: (at: number) => void,
): Extension[] {
  const words = editorWords(i18n)
  const step = (run: () => boolean) => ({ run: () => run() || true, preventDefault: true })
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    json(),
    indentUnit.of('  '),
    syntaxHighlighting(colours),
    autocompletion({ override: [({ state, pos, explicit }) => complete(state, pos, explicit, words)], icons: true }),
    explanations(words),
    theme,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
    keymap.of([
      { key: 'Mod-z', ...step(() => history.undo()) },
      { key: 'Mod-y', mac: 'Mod-Shift-z', ...step(() => history.redo()) },
      { key: 'Mod-Shift-z', ...step(() => history.redo()) },
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      const own = update.transactions.some((transaction) => transaction.annotation(Transaction.remote) !== true)
      if (update.docChanged && own) history.write(update.state.doc.toString(), 'typing')
      if ((update.selectionSet || update.docChanged) && own && update.view.hasFocus) onCursor(update.state.selection.main.head)
    }),
  ]
}

/**
 * The form file as text, with completion, explanations and marks. The studio handles undo, so that it also
 * covers the outline.
 */
export function CodeEditor({ history, label, findings, reveal, onCursor }: EditorProps) {
  const { i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latestOnCursor = useRef(onCursor)
  useEffect(() => {
    latestOnCursor.current = onCursor
  })

  useEffect(() => {
    if (!place.current) return
    const own = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: history.text(),
        extensions: extensionsFor({ history, label }, i18n, (at) => latestOnCursor.current(at)),
      }),
    })
    view.current = own
    const stop = history.subscribe(() => {
      const change = differenceOf(own.state.doc.toString(), history.text())
      if (!change) return
      own.dispatch({
        changes: change,
        selection: { anchor: change.from + change.insert.length },
        annotations: Transaction.remote.of(true),
        scrollIntoView: true,
      })
    })
    return () => {
      stop()
      own.destroy()
    }
  }, [history, label, i18n])

  useEffect(() => {
    const own = view.current
    if (!own) return
    const length = own.state.doc.length
    const marks = findings.map(
      ({ level, from, to, message }): Diagnostic => ({
        from: Math.min(from, length),
        to: Math.min(Math.max(to, from), length),
        severity: level,
        message,
      }),
    )
    own.dispatch(setDiagnostics(own.state, marks))
  }, [findings])

  useEffect(() => {
    const own = view.current
    if (!own || !reveal) return
    const length = own.state.doc.length
    const [from, to] = [Math.min(reveal.from, length), Math.min(reveal.to, length)]
    own.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
      annotations: Transaction.remote.of(true),
    })
    if (reveal.focus) own.focus()
  }, [reveal])

  return <div ref={place} className={styles.code} />
}
