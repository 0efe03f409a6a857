import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { type Attachment, fileAddress } from '../../../contract/endpoints/uploads.ts'
import { prepareImage } from '../../lib/images/prepareImage.ts'
import { pictureSrc } from '../../lib/safeHref.ts'
import { addBlob } from '../../store/files/addBlob.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './gate.module.css'

interface PhotoButtonProps {
  readonly photo: Attachment | undefined
  readonly onPhoto: (photo: Attachment | undefined) => void
}

/** A photo of the person who signs in; it is stored on the device before the sign-in refers to it. */
export function PhotoButton({ photo, onPhoto }: PhotoButtonProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const take = async (file: File) => {
    setBusy(true)
    try {
      const { bytes, thumbnail } = await prepareImage(file, { side: 1024, quality: 0.85, thumbnail: 100 })
      const filename = 'gate.jpg'
      const kept = await addBlob({ bytes, type: 'image/jpeg', filename, draftId: 'gate' })
      onPhoto({ ...kept, name: t`Photo`, filename, type: 'image/jpeg', url: fileAddress(kept.id), thumbnail })
    } catch {
      toast(t`This photo could not be kept. Try again, or sign in without one.`, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {photo?.thumbnail && <img className={styles.photo} src={pictureSrc(photo.thumbnail)} alt={t`Photo`} />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={t`Photo`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      <Button icon="camera" busy={busy} onClick={() => input.current?.click()}>
        {photo ? t`Another photo` : t`Photo`}
      </Button>
    </>
  )
}
