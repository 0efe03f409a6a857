import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type EvidenceSave, verifyRecord } from '../../../contract/endpoints/chain.ts'
import { useCached } from '../../store/queries/cached.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'

const Line = chakra('p', {
  base: { display: 'flex', alignItems: 'flex-start', gap: '2', margin: '0', textStyle: 'small', color: 'fg.muted' },
})
const Box = chakra('div', { base: { display: 'grid', gap: '1' } })

/** A clock that is wrong by more than this is reported, ms. */
const worthAWord = 60_000

const icons: Readonly<Record<AnswerOf<typeof verifyRecord>['state'], IconName>> = {
  unbroken: 'check',
  none: 'info',
  gap: 'alert',
  changed: 'alert',
}

/**
 * Whether the saves of a record fit into the audit chain of the device that made them, and the three times of
 * the newest one.
 */
export function Evidence({ path }: { readonly path: string }) {
  const { t } = useLingui()
  const { data } = useCached(verifyRecord, { '*': path })
  if (!data) return null
  const newest = data.saves.find((save) => !save.discarded)
  const gap = data.saves.find((save) => save.state === 'gap')
  const before = (gap?.n ?? 1) - 1
  return (
    <Box data-evidence={data.state}>
      <Line>
        <Icon name={icons[data.state]} size={18} />
        <span>
          {data.state === 'unbroken' && t`Evidence chain unbroken`}
          {data.state === 'none' && t`Saved without an evidence chain`}
          {data.state === 'gap' && <Trans>Evidence chain has a gap: save no. {before} of the same device has not arrived.</Trans>}
          {data.state === 'changed' && t`Evidence chain broken: a save differs from what its device made.`}
        </span>
      </Line>
      {newest && <Times save={newest} />}
    </Box>
  )
}

function Times({ save }: { readonly save: EvidenceSave }) {
  const { i18n } = useLingui()
  const when = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'medium' })
  const [device, corrected, received] = [when(save.clientAt), when(save.correctedAt), when(save.receivedAt)]
  return (
    <Line>
      <Icon name="clock" size={18} />
      <span>
        {Math.abs(save.skewMs) > worthAWord ? (
          <Trans>
            Device clock {device}, corrected {corrected}, received {received}
          </Trans>
        ) : (
          <Trans>
            Device clock {device}, received {received}
          </Trans>
        )}
      </span>
    </Line>
  )
}
