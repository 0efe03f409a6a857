import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { codeMinutes, type Device, mayLock } from '../../../contract/endpoints/devices.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as controls from '../../ui/controls/controls.module.css'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '3' } })
const Picture = chakra('img', {
  base: {
    display: 'block',
    width: 'full',
    maxWidth: '16rem',
    aspectRatio: '1',
    bg: 'white',
    borderRadius: 'md',
    imageRendering: 'pixelated',
  },
})
const Stack = chakra('div', { base: { display: 'grid', gap: '4' } })
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })

const choices = [5, 15, codeMinutes, 8 * 60]

type Content = 'page' | 'lock' | 'unlock'

/**
 * A code to show to the device: it locks the device to the kiosk or unlocks it, also offline. Or a code to
 * put on its back.
 */
export function DeviceCode({ device }: { readonly device: Device }) {
  const { t } = useLingui()
  const online = useOnline()
  const [content, setContent] = useState<Content>('page')
  const [validity, setValidity] = useState(codeMinutes)
  const [shown, setShown] = useState<string>()
  const lockable = mayLock(device.versionCode)
  const make = () => {
    const timed = content === 'page' ? '' : `&content=${content}&validity=${validity}`
    setShown(`/api/device/qr.png?billing=${encodeURIComponent(device.billingAccount.id)}&device=${device.key}${timed}`)
  }
  return (
    <Card padding="site">
      <Heading>{t`QR code`}</Heading>
      <Stack>
        {lockable && (
          <Select
            label={t`What the code does`}
            value={content}
            onChange={(event) => {
              setContent(event.target.value as Content)
              setShown(undefined)
            }}
          >
            <option value="page">{t`Opens this page, for a sticker`}</option>
            <option value="lock">{t`Locks the device to the kiosk`}</option>
            <option value="unlock">{t`Unlocks the device`}</option>
          </Select>
        )}
        {content !== 'page' && (
          <Select
            label={t`Valid for`}
            value={validity}
            onChange={(event) => {
              setValidity(Number(event.target.value))
              setShown(undefined)
            }}
          >
            {choices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes < 120 ? t`${minutes} minutes` : t`${minutes / 60} hours`}
              </option>
            ))}
          </Select>
        )}
        {shown === undefined ? (
          <div>
            <Button onClick={make} disabled={!online}>
              {t`Show the code`}
            </Button>
          </div>
        ) : (
          <ShownCode device={device} src={shown} content={content} validity={validity} onAnother={() => setShown(undefined)} />
        )}
        {!online && <p className={controls.hint}>{t`This needs a connection.`}</p>}
      </Stack>
    </Card>
  )
}

interface ShownCodeProps {
  readonly device: Device
  readonly src: string
  readonly content: Content
  /** Minutes for which a code that locks or unlocks is valid. */
  readonly validity: number
  readonly onAnother: () => void
}

function ShownCode({ device, src, content, validity, onAnother }: ShownCodeProps) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  const hours = validity / 60
  return (
    <>
      {failed ? (
        <Notice level="error">{t`The code could not be made. This needs a connection.`}</Notice>
      ) : (
        <Picture src={src} alt={t`QR code for ${device.name}`} onError={() => setFailed(true)} />
      )}
      {content !== 'page' && !failed && (
        <p className={controls.hint}>
          {hours >= 2 ? (
            <Trans>Scan it with the device within {hours} hours. It works for this device alone, also without a connection.</Trans>
          ) : (
            <Trans>Scan it with the device within {validity} minutes. It works for this device alone, also without a connection.</Trans>
          )}
        </p>
      )}
      <Row>
        {!failed && (
          <LinkButton href={src} download={`device-${device.shortId}.png`} icon="download">
            {t`Download`}
          </LinkButton>
        )}
        <Button kind="quiet" icon="refresh" onClick={onAnother}>
          {t`Another code`}
        </Button>
      </Row>
    </>
  )
}
