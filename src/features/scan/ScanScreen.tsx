import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { CodeScanner } from '../../ui/code-camera/CodeScanner.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { type Scanned, whatIs, whatIsTyped } from './scanned.ts'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' } })
const Typed = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '3', alignItems: 'end' } })
const Read = chakra('p', { base: { margin: '0', overflowWrap: 'anywhere', userSelect: 'text' } })

/**
 * Scan: opens a code of this site in the app; for a foreign code it shows the address and asks first. Works
 * offline.
 */
export function ScanScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const [found, setFound] = useState<Exclude<Scanned, { kind: 'own' }>>()
  const [isAgain, setIsAgain] = useState(false)

  const take = (scanned: Scanned) => {
    if (scanned.kind === 'own') void router.navigate({ href: scanned.href })
    else setFound(scanned)
  }
  const again = () => {
    setFound(undefined)
    setIsAgain(true)
  }
  if (found)
    return (
      <Page title={t`Scan`}>
        <ForeignCode found={found} onAgain={again} />
      </Page>
    )
  return (
    <Page title={t`Scan`} lead={t`Point the camera at a QR code of this site.`}>
      <CodeScanner kind="qr" startsAtOnce={isAgain} onCode={(text) => take(whatIs(text, location.origin))} />
      <TypedCode onCode={(text) => take(whatIsTyped(text, location.origin))} />
    </Page>
  )
}

/** For a person without a camera, or a poster that is torn. */
function TypedCode({ onCode }: { readonly onCode: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <Typed
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onCode(text)
      }}
    >
      <TextField
        label={t`Code of the poster`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{t`Open`}</Button>
    </Typed>
  )
}

/** What a code holds that does not lead to this site. */
function ForeignCode({ found, onAgain }: { readonly found: Exclude<Scanned, { kind: 'own' }>; readonly onAgain: () => void }) {
  const { t } = useLingui()
  if (found.kind === 'foreign')
    return (
      <EmptyState
        icon="globe"
        title={t`This code opens another site`}
        action={
          <Row>
            <LinkButton href={found.url} target="_blank" rel="noopener noreferrer">
              {t`Open ${found.host}`}
            </LinkButton>
            <Button kind="primary" icon="camera" onClick={onAgain}>
              {t`Scan again`}
            </Button>
          </Row>
        }
      >
        <Trans>Open it only if you trust the person who put up the code.</Trans>
        <Read>{found.url}</Read>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="alert"
      title={t`This code contains no address`}
      action={
        <Button kind="primary" icon="camera" onClick={onAgain}>
          {t`Scan again`}
        </Button>
      }
    >
      <Trans>It says:</Trans>
      <Read>{found.text === '' ? '–' : found.text.slice(0, 300)}</Read>
    </EmptyState>
  )
}
