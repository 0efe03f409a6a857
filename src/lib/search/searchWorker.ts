/// <reference lib="webworker" />
import { SearchIndex } from './searchIndex.ts'
import type { SearchAnswer, SearchQuestion } from './finder.ts'

let index = new SearchIndex()

self.addEventListener('message', ({ data }: MessageEvent<SearchQuestion>) => {
  if ('lines' in data) {
    if (data.first) index = new SearchIndex()
    if (data.lines !== '') index.add(data.lines.slice(0, -1).split('\n'))
    // Sort now, so that the first search is fast.
    if (data.last) index.find([])
    return
  }
  const hits = index.find(data.words)
  const answer: SearchAnswer = { n: data.n, hits }
  self.postMessage(answer, { transfer: [hits.buffer as ArrayBuffer] })
})
