import { type NodePath, parseSync, traverse, types as t } from '@babel/core'
import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** Returns the value of a literal argument. A text that is made at run time has no translation. */
function literal(call: NodePath<t.CallExpression>, argument: t.Node | undefined): string {
  if (t.isStringLiteral(argument)) return argument.value
  throw call.buildCodeFrameError('text() takes literals only.')
}

/** Finds the texts of the server and of its talks, which are marked with `text()` of `contract/Text.ts`. */
export const extractServerTexts: ExtractorType = {
  match: (file) => /[\\/](?:server|contract[\\/]rules[\\/]talks)[\\/].*\.ts$/.test(file),
  extract(file, code, onMessage) {
    if (!/\btext\b.* from '[./]+\/(?:i18n\/text|Text)\.ts'/.test(code)) return
    const plugins = ['typescript' as const, 'importAttributes' as const]
    const tree = parseSync(code, { filename: file, configFile: false, babelrc: false, parserOpts: { plugins } })
    if (!tree) return
    traverse(tree, {
      CallExpression(call) {
        const { callee, arguments: given, loc } = call.node
        if (!t.isIdentifier(callee, { name: 'text' })) return
        const message = literal(call, given[0])
        const context = given.length > 1 ? literal(call, given[1]) : undefined
        const place = { origin: [file, loc?.start.line ?? 0] as [string, number], placeholders: {} }
        onMessage({ id: generateMessageId(message, context), message, ...(context !== undefined && { context }), ...place })
      },
    })
  },
}
