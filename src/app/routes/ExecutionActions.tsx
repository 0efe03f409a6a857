import type { RootScreenProps } from '../../engine/PageHost.ts'
import { ReviewOf } from '../../features/review/ReviewScreen.tsx'

/**
 * The decision about a conversation, for a page of the server with the record
 * `automation/{owner}/{bot}/{execution}`.
 */
export function ExecutionActions({ data }: RootScreenProps) {
  const [, , id = '', execId = ''] = data.record?.path.split('/') ?? []
  return <ReviewOf id={id} execId={execId} screen={data.component} />
}
