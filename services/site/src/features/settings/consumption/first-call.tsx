import type { VNode } from 'preact';
import type { ConsumptionView } from './consumption-view.ts';

/** Shows an example request to companies without requests. */
export function FirstCall({ consumption: { messages, companyApiUrl } }: { consumption: ConsumptionView }): VNode {
  return (
    <section class="sheet stack-tight" aria-labelledby="first-title">
      <h2 id="first-title">{messages.first.title}</h2>
      <p>{messages.first.text}</p>
      <p>{messages.first.sign}</p>
      <code class="command">
        {`curl "$(vitae sign --key KEY --secret SECRET GET ${companyApiUrl}/api/v1/rate-limit)"`}
      </code>
      <p>
        <a href="/docs">{messages.first.docs}</a>
      </p>
    </section>
  );
}
