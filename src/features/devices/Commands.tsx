import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  type Command,
  type CommandKind,
  commandDevice,
  type Device,
  longestDeviceMessage,
  mayLock,
} from '../../../contract/endpoints/devices.ts'
import { newId } from '../../lib/newId.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { IconName } from '../../ui/controls/Icon.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { kindWords, stateWords, when } from './deviceStanding.ts'
import * as controls from '../../ui/controls/controls.module.css'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '3' } })
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })
const List = chakra('ol', { base: { display: 'grid', gap: '0', listStyle: 'none', padding: '0', marginTop: '4' } })
const Item = chakra('li', {
  base: {
    display: 'grid',
    gap: '0.5',
    paddingBlock: '2.5',
    borderTop: '1px solid',
    borderColor: 'border.default',
    overflowWrap: 'anywhere',
  },
})
const What = chakra('span', { base: { fontWeight: 'semibold' } })
const How = chakra('span', { base: { color: 'fg.muted', textStyle: 'small' } })

/** The remote commands for a device, and the progress of each. */
export function Commands({
  device,
  commands,
  refresh,
}: {
  readonly device: Device
  readonly commands: readonly Command[]
  readonly refresh: () => Promise<void>
}) {
  const { t } = useLingui()
  const [writing, setWriting] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const send = async (kind: CommandKind, text?: string) => {
    setTrouble(undefined)
    try {
      await ask(commandDevice, { device: device.key }, { id: newId(), kind, ...(text !== undefined && { text }) })
      await refresh()
      return true
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      setTrouble(error.kind === 'refused' ? error.message : t`This needs a connection. Nothing was sent to the device.`)
      return false
    }
  }
  const simple: readonly (readonly [CommandKind, IconName])[] = [
    ['refresh', 'refresh'],
    ['restart', 'home'],
    ...(mayLock(device.versionCode) ? [[device.locked ? 'unlock' : 'lock', device.locked ? 'key' : 'lock'] as const] : []),
    ['re-pair', 'device'],
  ]
  return (
    <Card padding="site">
      <Heading>{t`Ask the device`}</Heading>
      {device.revokedAt === undefined && (
        <Row>
          <Button icon="message" onClick={() => setWriting(true)}>
            {kindWords('message')}
          </Button>
          {simple.map(([kind, icon]) => (
            <Button key={kind} icon={icon} onClick={() => send(kind)}>
              {kindWords(kind)}
            </Button>
          ))}
        </Row>
      )}
      {trouble !== undefined && (
        <div style={{ marginTop: '0.75rem' }}>
          <Notice level="error">{trouble}</Notice>
        </div>
      )}
      <CommandList commands={commands} />
      {writing && <MessageDialog onSend={(text) => send('message', text)} onClose={() => setWriting(false)} />}
    </Card>
  )
}

function CommandList({ commands }: { readonly commands: readonly Command[] }) {
  if (commands.length === 0)
    return (
      <p className={controls.hint} style={{ marginTop: '0.75rem' }}>
        <Trans>It receives your request with its next report, within three minutes while it is on.</Trans>
      </p>
    )
  return (
    <List aria-live="polite">
      {commands.map((command) => (
        <Item key={command.id} data-command={command.kind} data-state={command.state}>
          <What>
            {kindWords(command.kind)}: {stateWords(command.state)}
          </What>
          {command.text !== undefined && <span>{command.text}</span>}
          <How>
            <Trans>
              Asked {when(command.askedAt)} by {command.askedBy}
            </Trans>
            {command.deliveredAt !== undefined && (
              <>
                {', '}
                <Trans>delivered {when(command.deliveredAt)}</Trans>
              </>
            )}
            {command.doneAt !== undefined && (
              <>
                {', '}
                <Trans>done {when(command.doneAt)}</Trans>
              </>
            )}
            {command.failed !== undefined && `, ${command.failed}`}
          </How>
        </Item>
      ))}
    </List>
  )
}

function MessageDialog({ onSend, onClose }: { readonly onSend: (text: string) => Promise<boolean>; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      open
      title={t`Message to the device`}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            kind="primary"
            onClick={async () => {
              if (text.trim() === '') {
                setMissing(true)
                return
              }
              await onSend(text.trim())
              onClose()
            }}
          >
            {t`Send`}
          </Button>
        </>
      }
    >
      <TextArea
        label={t`What should it say on its screen?`}
        error={missing && t`A message needs a text.`}
        data-autofocus
        rows={3}
        maxLength={longestDeviceMessage}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
    </Dialog>
  )
}
