import { keyOf, text } from '../../contract/Text.ts'

export type { Text } from '../../contract/Text.ts'

// The talks of `contract/rules/talks` mark their texts, too; everything else of the server imports them here.
export { keyOf, text }
