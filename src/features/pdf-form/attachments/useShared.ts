import { type RefObject, useEffect, useState } from 'react'
import { takeSharePlace } from '../../../lib/sharing/takeSharePlace.ts'
import { countShared, readShared } from '../../../store/files/useSharedFiles.ts'
import { getOwner } from '../../../store/identity/getOwner.ts'
import { addAttachment } from './addAttachment.ts'
import { draftIdOf } from '../openPdfForm.ts'
import type { ReadyFormProps } from '../pdfFormProps.ts'
import type { Recovery } from '../recovery.ts'

interface SharedOptions {
  readonly recovery: RefObject<Recovery | undefined>
  readonly disabled: boolean
  /** Called once the document has files of them. */
  onTaken(): void
}

/** Shared files that are no attachments now. */
export interface LeftOut {
  /** How many still wait at `/share`. */
  readonly count: number
  /** Why single ones were not added. */
  readonly complaints: readonly string[]
}

/** Adds the shared files to the attachments if the address asks for it. Each stays shared until the draft has it (keepDraft.ts). */
export function useShared({ opening, ready: { filling }, isReady }: ReadyFormProps, options: SharedOptions): LeftOut {
  const { recovery, disabled, onTaken } = options
  const [left, setLeft] = useState<LeftOut>({ count: 0, complaints: [] })

  useEffect(() => {
    if (!isReady || takeSharePlace() === undefined) return
    const isClosed = disabled || opening.config.attachmentsDisabled === true
    const owner = getOwner()
    const take = async () => {
      const shared = await readShared()
      const before = filling.attachments()
      let taken = 0
      const complaints: string[] = []
      for (const { file } of isClosed ? [] : shared) {
        // What is stored now would belong to another person.
        if (getOwner() !== owner) return
        const { isStored, complaint } = await addAttachment(file, filling, draftIdOf(opening))
        if (isStored) taken++
        if (complaint !== undefined) complaints.push(complaint)
      }
      setLeft({ count: shared.length - taken, complaints })
      if (filling.attachments() !== before) onTaken()
      await recovery.current?.flush()
      await countShared(shared)
    }
    void take()
  }, [disabled, filling, isReady, onTaken, opening, recovery])

  return left
}
