/** Documents and tokens of a provider are far smaller, bytes. */
const largest = 1024 * 1024

/** Fetches with the signal of the request, and reads at most 1 MB. Rejects if the body is larger. */
export async function boundedFetch(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (!answer.body) return answer
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // Leaving the loop cancels the rest of the body.
    if (size > largest) throw new Error('the answer of the provider is too large')
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: answer.status, headers: answer.headers })
}
