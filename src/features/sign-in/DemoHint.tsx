import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { demoTexts } from '../../../contract/endpoints/demo.ts'
import { ask } from '../../sync/ask.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** A demo server sends no text messages: this shows where the PINs are. On other servers it shows nothing. */
export function DemoHint() {
  const [demo, setDemo] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    ask(demoTexts, undefined, undefined, { signal: leave.signal }).then(
      () => setDemo(true),
      () => undefined,
    )
    return () => leave.abort()
  }, [])
  if (!demo) return null
  return (
    <Notice>
      <Trans>
        This is a demo: no text message leaves it. Your PIN appears under{' '}
        <a href="/texts" target="_blank">
          Text messages
        </a>
        .
      </Trans>
    </Notice>
  )
}
