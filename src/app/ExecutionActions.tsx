import type { RootScreenProps } from '../engine/host.ts'
import { ReviewOf } from '../features/review/ReviewScreen.tsx'

/** What is decided about a conversation, where a page of the server is about one: its record is `automation/{owner}/{bot}/{execution}`. */
export function ExecutionActions({ data }: RootScreenProps) {
  const [, , id = '', execId = ''] = data.record?.path.split('/') ?? []
  return <ReviewOf id={id} execId={execId} />
}
