import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ExpressionError, parseExpression } from '../../../../contract/forms/expression.ts'
import { functionReference } from '../../../../contract/forms/functions/functionReference.ts'
import { hintForCall, hintForSign } from '../../../../contract/forms/functions/hintForCall.ts'
import { trimEnd, trimStart } from '../../../../contract/rules/trimEnds.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { functionWords } from '../guide/functionWords.ts'
import { useAuthoring } from '../settings/Authoring.ts'
import * as styles from '../studio.module.css'

interface Suggestion {
  readonly word: string
  readonly detail: string
}

/** What is wrong with an expression; undefined if nothing is, or if it is empty. */
function problemOf(source: string): string | undefined {
  if (source.trim() === '') return undefined
  try {
    parseExpression(source)
    return undefined
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${error.message}${hintForCall(error) || hintForSign(error, source)}`
  }
}

const mostSuggestions = 8

/** The names and functions that begin with the word before the cursor. */
function suggestionsFor(word: string, known: readonly Suggestion[]): readonly Suggestion[] {
  if (word === '') return []
  const start = word.toLowerCase()
  return known.filter((one) => one.word.toLowerCase().startsWith(start) && one.word !== word).slice(0, mostSuggestions)
}

/** The name that the text ends with. */
const wordBefore = (text: string): string => trimStart(text.slice(trimEnd(text, /[\w.]/).length), /[^A-Za-z_]/)

interface ExpressionFieldProps {
  readonly label: string
  readonly value: string
  readonly note?: string | undefined
  onChange(value: string): void
}

/** What fits the word before the cursor, and how it is written into the text. */
function useCompletion(value: string, onChange: (value: string) => void) {
  const { questions } = useAuthoring()
  const { i18n } = useLingui()
  const [word, setWord] = useState('')
  const [marked, setMarked] = useState(0)
  const cursor = useRef(value.length)
  const box = useRef<HTMLDivElement>(null)
  const found = suggestionsFor(word, [
    ...questions.map(({ name, label: detail }) => ({ word: name, detail })),
    ...functionReference.map(({ name }) => ({ word: `${name}(`, detail: i18n._(functionWords[name]) })),
  ])
  const look = (area: HTMLTextAreaElement) => {
    cursor.current = area.selectionStart
    setWord(wordBefore(area.value.slice(0, area.selectionStart)))
    setMarked(0)
  }
  /** Writes a word at the cursor, in place of what was typed of it. */
  const insert = (text: string, typed = '') => {
    const at = Math.min(cursor.current, value.length)
    const start = at - typed.length
    onChange(value.slice(0, start) + text + value.slice(at))
    cursor.current = start + text.length
    setWord('')
    requestAnimationFrame(() => {
      const area = box.current?.querySelector('textarea')
      area?.focus()
      area?.setSelectionRange(cursor.current, cursor.current)
    })
  }
  const keys = (event: KeyboardEvent) => {
    const chosen = found[marked]
    if (!chosen || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setMarked((marked + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      insert(chosen.word, word)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setWord('')
    }
  }
  return { box, found, marked, look, keys, insert, take: (text: string) => insert(text, word), close: () => setWord('') }
}

/** An expression as text. It completes names while the author types, and inserts answers and functions from menus. */
export function ExpressionField({ label, value, note, onChange }: ExpressionFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const { questions } = useAuthoring()
  const { box, found, marked, look, keys, insert, take, close } = useCompletion(value, onChange)
  return (
    <div ref={box} className={styles.expression}>
      <TextArea
        label={label}
        note={note}
        error={problemOf(value)}
        data-desk
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${marked}` : undefined}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onKeyDown={keys}
        onClick={(event) => look(event.currentTarget)}
        onBlur={close}
      />
      {found.length > 0 ? (
        <div id={`${id}-list`} role="listbox" aria-label={t`Names that fit`} className={styles.suggestions}>
          {found.map((one, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text box handles the keys
            <div
              key={one.word}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one.word)}
            >
              <code>{one.word}</code> <span>{one.detail}</span>
            </div>
          ))}
        </div>
      ) : null}
      <div className={styles.tools}>
        <InsertMenu
          label={t`Insert an answer`}
          items={questions.map(({ name, label: detail }) => ({ word: name, detail }))}
          onInsert={insert}
        />
        <InsertMenu
          label={t`Insert a function`}
          items={functionReference.map(({ name, signature }) => ({ word: `${name}()`, detail: signature }))}
          onInsert={insert}
        />
      </div>
      {questions.length === 0 ? (
        <small>
          <Trans>The form has no other questions yet.</Trans>
        </small>
      ) : null}
    </div>
  )
}

interface InsertMenuProps {
  readonly label: string
  readonly items: readonly Suggestion[]
  onInsert(word: string): void
}

/** A menu that writes what is chosen into the text beside it. */
export function InsertMenu({ label, items, onInsert }: InsertMenuProps) {
  if (items.length === 0) return null
  return (
    <Select data-desk aria-label={label} value="" onChange={(event) => onInsert(event.target.value)}>
      <option value="" disabled>
        {label}
      </option>
      {items.map(({ word, detail }) => (
        <option key={word} value={word}>
          {detail === word || detail === '' ? word : `${detail} (${word})`}
        </option>
      ))}
    </Select>
  )
}
