import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { BarChart, sum } from '../../components/bar-chart.tsx';
import { cvNames, type NamedCv } from '../../components/cv-names.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Select } from '../../components/select.tsx';
import { dateFormat } from '../../locales/date-format.ts';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { DayVisits } from './own-records.ts';

/** The periods, in days. */
export const periods = [30, 90, 365] as const;
export type Period = (typeof periods)[number];

export type StatisticsPageProps = {
  view: AccountView;
  owner: Owner;
  cvs: readonly NamedCv[];
  /** The CV whose visits are shown; undefined for all CVs. */
  cvId: number | undefined;
  period: Period;
  visits: readonly DayVisits[];
};

/** /account/statistics */
export function StatisticsPage(props: StatisticsPageProps): VNode {
  const { view, owner, cvId, period, visits } = props;
  const { statistics: messages, number } = messagesFor(view.locale);
  const total = sum(visits.map(({ visitors }) => visitors));
  // One visit in 90 days is 0.011 per day.
  const precision = {
    maximumFractionDigits: 1,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  } as const;
  const decimal = new Intl.NumberFormat(view.locale, precision);
  const query = { days: String(period), ...(cvId !== undefined && { cv: String(cvId) }) };
  const metrics = [
    { label: messages.total, value: number(total) },
    { label: messages.today, value: number(visits.at(-1)?.visitors ?? 0) },
    { label: messages.average, value: decimal.format(total / period) },
  ];
  return (
    <Frame view={view} title={messages.title} owner={owner} query={query}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{messages.title}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        <Choice {...props} />
        <section class="sheet stack" aria-label={messages.title}>
          <dl class="metric-list">
            {metrics.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {total === 0 ? <NoVisits {...props} /> : <VisitsChart {...props} />}
          <p class="muted">{messages.timeZone}</p>
        </section>
      </div>
    </Frame>
  );
}

function NoVisits({ view }: StatisticsPageProps): VNode {
  const { statistics: messages } = messagesFor(view.locale);
  return (
    <p>
      {messages.none} <a href="/account">{messages.share}</a>
    </p>
  );
}

/** Links to the periods, and a selection of the CV. */
function Choice({ view, cvs, cvId, period }: StatisticsPageProps): VNode {
  const { statistics: messages, text } = messagesFor(view.locale);
  const named = Array.from(cvNames(view.locale, cvs), ([id, name]) => ({ value: String(id), text: name }));
  const chosen = cvId === undefined ? '' : String(cvId);
  return (
    <div class="stack-tight">
      <nav aria-label={messages.period}>
        <ul class="tab-list">
          {periods.map((days) => (
            <li key={days}>
              <a
                href={`${view.path}?days=${days}${chosen && `&cv=${chosen}`}`}
                aria-current={days === period ? 'page' : undefined}
              >
                {text(messages.days, { days })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {cvs.length > 1 && (
        <form method="get" action={view.path} class="filter-form">
          <input type="hidden" name="days" value={period} />
          <Select
            name="cv"
            label={messages.cv}
            value={chosen}
            options={[{ value: '', text: messages.all }, ...named]}
          />
          <button type="submit" class="button button-secondary">
            {messages.show}
          </button>
        </form>
      )}
    </div>
  );
}

function VisitsChart({ view, period, visits }: StatisticsPageProps): VNode {
  const { statistics: messages, number, text } = messagesFor(view.locale);
  const format = dateFormat(view.locale, 'UTC', 'medium');
  const title = text(messages.chart, { days: period });
  const peak = text(messages.highest, { count: Math.max(...visits.map(({ visitors }) => visitors)) });
  const marks = new Intl.DateTimeFormat(view.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const labelOf = ({ date }: DayVisits) => format.format(new Date(date));
  const bars = visits.map((day) => ({
    key: day.date,
    label: labelOf(day),
    mark: marks.format(new Date(day.date)),
    value: number(day.visitors),
    parts: [day.visitors],
  }));
  return (
    <BarChart title={title} peak={peak} bars={bars} classes={['bar-accepted']}>
      <details>
        <summary>{messages.asTable}</summary>
        <DataTable
          caption={title}
          rows={visits.toReversed()}
          keyOf={({ date }) => date}
          columns={[
            { key: 'day', title: messages.day, cell: (day) => <time datetime={day.date}>{labelOf(day)}</time> },
            { key: 'visits', title: messages.visits, numeric: true, cell: ({ visitors }) => number(visitors) },
          ]}
        />
      </details>
    </BarChart>
  );
}
