import * as z from 'zod/mini'
import { trimEnd } from '../../../../contract/rules/trimEnds.ts'
import { type Assistant, AssistantFailed } from '../assistant.ts'
import { traceHeaders } from '../../../tracing/Span.ts'

/** A model with the OpenAI API: POST {url}/chat/completions, answered as a stream of server-sent events. */
export interface HttpAssistantSettings {
  /** Up to and including `/v1`. */
  readonly url: string
  readonly key?: string | undefined
  readonly model: string
  /** For the whole answer (default 8 000): a worker waits for it. */
  readonly timeoutMs?: number | undefined
}

const Chunk = z.object({ choices: z.array(z.object({ delta: z.optional(z.object({ content: z.nullish(z.string()) })) })) })

/** Characters; a longer answer shows that the model misunderstood the question. */
const longestAnswer = 8000

export function httpAssistant({ url, key, model, timeoutMs = 8000 }: HttpAssistantSettings): Assistant {
  return {
    kind: 'http',
    async complete({ system, user, onText }) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetch(`${trimEnd(url, /\//)}/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'text/event-stream',
            ...(key && { authorization: `Bearer ${key}` }),
            ...traceHeaders(url),
          },
          body: JSON.stringify({
            model,
            stream: true,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
          }),
          redirect: 'error',
          signal,
        })
        // The error text may repeat the question, so the error only has the status.
        if (!answer.ok || !answer.body) throw new AssistantFailed(`the language model answered ${answer.status}`)
        let said = ''
        for await (const data of eventsOf(answer.body)) {
          if (data === '[DONE]') return said
          const chunk = z.safeParse(Chunk, jsonOf(data))
          if (!chunk.success) throw new AssistantFailed('the language model gave an answer of another shape')
          said += chunk.data.choices[0]?.delta?.content ?? ''
          if (said.length > longestAnswer) throw new AssistantFailed('the language model did not come to an end')
          onText?.(said)
        }
        throw new AssistantFailed('the answer of the language model was cut off')
      } catch (error) {
        throw error instanceof AssistantFailed ? error : new AssistantFailed('the language model did not answer')
      }
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The data of server-sent events, one line each. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(part, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
}
