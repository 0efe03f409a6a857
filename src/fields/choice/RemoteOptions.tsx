import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import { useCached } from '../../store/queries/cached.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'
import { FormHostContext } from '../useFormHost.ts'
import { answerKey, type OptionsPath } from './optionsPathOf.ts'
import { itemsOf, type Option } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'

interface RemoteOptionsProps {
  readonly path: OptionsPath
  /** `complete`: the list is loaded; until then a value outside of it may still be valid. */
  readonly children: (options: readonly Option[], complete: boolean) => ReactNode
}

/** Options of a configured path (spec/1 §7), cached on the device for offline use. */
export function RemoteOptions(props: RemoteOptionsProps) {
  return props.path.method === 'POST' ? <Posted {...props} /> : <Gotten {...props} />
}

const none: readonly Option[] = []

function Gotten({ path, children }: RemoteOptionsProps) {
  const call = useMemo(() => endpoint({ method: 'GET', path: path.url, whenOffline: 'cached', access: 'link' }), [path.url])
  const { data, state } = useCached(call)
  const options = useMemo(() => (data === undefined ? none : itemsOf(data, path)), [data, path])
  return (
    <>
      {children(options, data !== undefined)}
      <Missing shown={data === undefined && state === 'failed'} waiting={state === 'loading'} />
    </>
  )
}

/** Maximum length of a cached answer, in characters of JSON; a longer one is fetched again each time. */
const mostKept = 100_000

function Posted({ path, children }: RemoteOptionsProps) {
  const host = useContext(FormHostContext)
  const kept = answerKey(path)
  const [answer, setAnswer] = useState<unknown>(() => {
    const text = getPreference(kept)
    return typeof text === 'string' ? JSON.parse(text) : undefined
  })
  const ask = host?.options
  const [failed, setFailed] = useState(ask === undefined)
  useEffect(() => {
    let current = true
    ask?.(path.url, path.body ?? {}).then(
      (fresh) => {
        if (!current) return
        setAnswer(fresh)
        setFailed(false)
        const text = JSON.stringify(fresh)
        if (text.length <= mostKept) setPreference(kept, text)
      },
      () => {
        if (current) setFailed(true)
      },
    )
    return () => {
      current = false
    }
  }, [ask, kept, path])
  const options = useMemo(() => (answer === undefined ? none : itemsOf(answer, path)), [answer, path])
  return (
    <>
      {children(options, answer !== undefined)}
      <Missing shown={answer === undefined && failed} waiting={answer === undefined && !failed} />
    </>
  )
}

function Missing({ shown, waiting }: { readonly shown: boolean; readonly waiting: boolean }) {
  const { t } = useLingui()
  if (waiting) return <div className={controls.hint} role="status">{t`Loading the list…`}</div>
  if (!shown) return null
  return <div className={controls.hint} role="status">{t`The list could not be loaded. It loads when there is a connection.`}</div>
}
