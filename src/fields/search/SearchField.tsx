import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Model } from '../../../contract/endpoints/records.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../useFormHost.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { showErrorText } from '../showErrorText.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { foundForm } from './foundForm.ts'
import { answersAttribute, foundForms } from './rules.ts'
import * as styles from './search.module.css'
import * as controls from '../../ui/controls/controls.module.css'

type Outcome = { readonly form: Form } | 'nothing' | { readonly failure: string } | undefined

const isAnswers = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, a button that posts it, and below it the form in the server's answer. */
export function SearchField(props: FieldProps<'search'>) {
  const { form, node, setting, readOnly } = props
  const { t } = useLingui()
  const { NodeList } = useNodeRenderer()
  const results = useId()
  const field = controlOf(props)
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = typeof held === 'string' ? held : ''
  const { outcome, inner, searching, search, clear } = useSearch(props, value)
  useLayoutEffect(() => showErrorText(form, node), [form, node])

  return (
    <>
      <div className={styles.search}>
        <input
          {...ariaOf(field)}
          className={controls.input}
          type="search"
          enterKeyHint="search"
          value={value}
          placeholder={setting.placeholder}
          readOnly={readOnly}
          aria-controls={results}
          onChange={(event) => {
            form.set(path, event.target.value || null)
            if (event.target.value === '') clear()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void search()
          }}
        />
        <Button icon="search" disabled={readOnly} busy={searching} onClick={() => void search()}>
          {t`Search`}
        </Button>
      </div>
      <div id={results} className={styles.found} data-filled={inner ? true : undefined} aria-busy={searching || undefined}>
        <div role="status">{outcome === 'nothing' && !searching ? <p className={controls.hint}>{t`Nothing found`}</p> : null}</div>
        {typeof outcome === 'object' && 'failure' in outcome && !searching ? <Notice level="warning">{outcome.failure}</Notice> : null}
        {inner ? <NodeList form={inner} nodes={inner.nodes} /> : null}
      </div>
    </>
  )
}

/** Posts the text and holds the result. */
function useSearch({ form, node, setting, readOnly }: FieldProps<'search'>, value: string) {
  const { t } = useLingui()
  const host = useFormHost()
  const { bring, rules } = useNodeRenderer()
  const path = node.path ?? ''
  const [outcome, setOutcome] = useState<Outcome>()
  const [searching, setSearching] = useState(false)
  /** The text of the current result. */
  const searched = useRef<string>(undefined)
  const busy = useRef(false)
  const alive = useAlive()

  const clear = () => {
    searched.current = undefined
    setOutcome(undefined)
    if (form.value(answersAttribute(path)) !== undefined) form.set(answersAttribute(path), null)
  }

  const show = (answer: unknown, text: string) => {
    const found = foundForm(answer)
    if (!found) {
      setOutcome('nothing')
      return
    }
    // Keeps earlier input for this text (from a draft); input for another text is dropped.
    const before = form.value(answersAttribute(path))
    const answers = searched.current === undefined && isAnswers(before) ? before : {}
    const inner = createForm({
      settings: { children: [...found.children] },
      model: { ...found.model, ...answers },
      rules,
      parent: form,
      lookups: form.lookups,
      readOnly,
    })
    storeAnswers(inner, form, path)
    searched.current = text
    setOutcome({ form: inner })
  }

  const search = async () => {
    const text = value.trim()
    if (readOnly || busy.current) return
    if (text === '') {
      clear()
      return
    }
    if (text === searched.current) return
    const ask = host.options
    busy.current = true
    setSearching(true)
    try {
      if (!ask) throw new Error('')
      const answer = await ask(setting.url, { [setting.param ?? 'search']: text })
      await bring(foundForm(answer)?.children ?? [])
      if (!alive.current) return
      show(answer, text)
      searched.current = text
    } catch (error) {
      if (!alive.current) return
      const { kind, message } = error as { kind?: unknown; message?: string }
      setOutcome({ failure: kind === 'refused' && message ? message : t`The search needs a connection. Try again when you have signal.` })
    } finally {
      busy.current = false
      if (alive.current) setSearching(false)
    }
  }
  useRestoredSearch(form, path, searched, search)

  // Its expressions may read the parent form.
  const inner = typeof outcome === 'object' && 'form' in outcome ? outcome.form : undefined
  useEffect(() => (inner ? form.subscribe('any', () => inner.refresh()) : undefined), [form, inner])
  return { outcome, inner, searching, search, clear }
}

/** True until the component is unmounted. */
function useAlive(): RefObject<boolean> {
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  return alive
}

/** Stores the answers of the found form in the record, now and at every change. */
function storeAnswers(inner: Form, form: Form, path: string): void {
  const store = () => {
    const next = inner.draft()
    foundForms.set(next, inner)
    form.set(answersAttribute(path), next)
  }
  inner.subscribe('any', store)
  store()
}

/**
 * Shows an earlier result (of a draft or a record) again at once; offline, as soon as there is a connection.
 */
function useRestoredSearch(form: Form, path: string, searched: RefObject<string | undefined>, search: () => Promise<void>): void {
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    const restore = () => {
      if (searched.current === undefined && isAnswers(form.value(answersAttribute(path)))) void latest.current()
    }
    restore()
    addEventListener('online', restore)
    return () => {
      removeEventListener('online', restore)
      searched.current = undefined
    }
  }, [form, path, searched])
}
