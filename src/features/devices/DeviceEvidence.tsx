import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type EvidenceChain, verifyDevice } from '../../../contract/endpoints/chain.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { when } from './deviceStanding.ts'
import * as controls from '../../ui/controls/controls.module.css'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '3' } })
const List = chakra('ul', { base: { display: 'grid', gap: '3', listStyle: 'none', padding: '0', margin: '0' } })
const Item = chakra('li', { base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '3' } })
const Small = chakra('span', { base: { display: 'block', color: 'fg.muted', textStyle: 'small' } })

/** Whether every save of this device has arrived unchanged. */
export function DeviceEvidence({ device }: { readonly device: string }) {
  const { t } = useLingui()
  const { data, state } = useCached(verifyDevice, { device })
  return (
    <Card padding="site">
      <Heading>{t`Evidence chain`}</Heading>
      {state === 'loading' && <Skeleton rows={1} />}
      {state === 'failed' && <p className={controls.hint}>{t`This needs a connection.`}</p>}
      {data?.chains.length === 0 && <p className={controls.hint}>{t`Nothing was saved on this device yet.`}</p>}
      <List>
        {data?.chains.map((chain) => (
          <Chain key={chain.chain} chain={chain} />
        ))}
      </List>
    </Card>
  )
}

function Chain({ chain }: { readonly chain: EvidenceChain }) {
  const { t } = useLingui()
  const whole = chain.state === 'unbroken' || chain.state === 'none'
  const missing = chain.missing.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
  const changed = chain.changed.join(', ')
  const unbroken = t`Evidence chain unbroken`
  const verdicts: Readonly<Record<EvidenceChain['state'], string>> = {
    changed: t`Evidence chain broken: a save differs from what its device made.`,
    gap: t`Evidence chain has a gap`,
    unbroken,
    none: unbroken,
  }
  return (
    <Item data-chain={chain.state}>
      <Icon
        name={whole ? 'checkCircle' : 'alert'}
        style={{ color: whole ? 'var(--m-colors-status-sent)' : 'var(--m-colors-status-needs-you)' }}
      />
      <span>
        {verdicts[chain.state]}
        <Small>
          <Plural value={chain.links} one="# save" other="# saves" />, {when(chain.from)} – {when(chain.to)}
        </Small>
        {missing !== '' && (
          <Small>
            <Trans>Not arrived: save no. {missing}</Trans>
          </Small>
        )}
        {changed !== '' && (
          <Small>
            <Trans>Changed: save no. {changed}</Trans>
          </Small>
        )}
        {chain.begins === 'lost' && <Small>{t`Started again after the device lost its storage.`}</Small>}
      </span>
    </Item>
  )
}
