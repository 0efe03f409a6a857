import { Plural } from '@lingui/react/macro'
import type { useOutboxCounts } from '../../store/outbox/queue.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** How many saves of other people are on this device: those that wait for a login, and those that are sent from here. */
export function OtherPeopleNotices({ counts }: { readonly counts: ReturnType<typeof useOutboxCounts> }) {
  const leaving = counts.otherPeople - counts.otherWaiting
  return (
    <>
      {counts.otherWaiting > 0 && (
        <Notice>
          <Plural
            value={counts.otherWaiting}
            one="# save of another person waits on this device. It is sent when that person signs in here."
            other="# saves of other people wait on this device. They are sent when those people sign in here."
          />
        </Notice>
      )}
      {leaving > 0 && (
        <Notice>
          <Plural
            value={leaving}
            one="# save of another person is on this device. It is sent from here in their name."
            other="# saves of other people are on this device. They are sent from here in their name."
          />
        </Notice>
      )}
    </>
  )
}
