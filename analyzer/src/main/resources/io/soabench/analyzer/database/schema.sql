-- Tables hold what the analyzer found; only the views (V_...) are a contract. Each statement ends with a semicolon at a line's end.

create table run (
  run_id varchar(100), testbed varchar(200), title varchar(1000), seed bigint, profile varchar(200),
  model_hash varchar(100), driver varchar(100), started_at timestamp(3), ended_at timestamp(3), state varchar(20), message varchar(2000),
  repetitions_planned int, repetitions_valid int, repetitions_invalid int, repetitions_missing int,
  confidence double precision, verdict varchar(4000));

create table environment (
  position int primary key, section varchar(200), item varchar(1000), content varchar(10000));

create table bench_case (
  case_id varchar(200) primary key, position int, suite varchar(200), engine varchar(200), engine_type varchar(200),
  process varchar(200), workload varchar(200), workload_kind varchar(20), clients int, rate_per_s double precision,
  think varchar(1000), client_hosts int, warm_up_s double precision, warm_up_until_steady boolean, measure_s double precision,
  time_out_s double precision, calls int);

create table case_summary (
  case_id varchar(200) primary key, repetitions_planned int, repetitions_valid int, repetitions_invalid int,
  requests bigint, succeeded bigint, failures bigint, failure_rate double precision,
  throughput_per_s double precision, throughput_low_per_s double precision, throughput_high_per_s double precision,
  min_ms double precision, mean_ms double precision, ci_low_ms double precision, ci_high_ms double precision,
  median_ms double precision, p95_ms double precision, p99_ms double precision, p999_ms double precision,
  max_ms double precision, sd_ms double precision, sd_between_ms double precision,
  overhead_median_ms double precision, overhead_low_ms double precision, overhead_high_ms double precision,
  overhead_p95_ms double precision, overhead_p99_ms double precision,
  objectives int, objectives_met int, objectives_missed int, verdict varchar(4000));

create table repetition (
  case_id varchar(200), repetition int, execution int, state varchar(20), verdict varchar(20), reasons varchar(20000), warnings varchar(20000),
  started_at timestamp(3), measured_s double precision, warm_up_requests bigint, warm_up_s double precision,
  warm_up_ended varchar(20),
  requests bigint, succeeded bigint, failures bigint, failure_rate double precision, throughput_per_s double precision,
  min_ms double precision, mean_ms double precision, median_ms double precision, p95_ms double precision,
  p99_ms double precision, p999_ms double precision, max_ms double precision, sd_ms double precision,
  service_mean_ms double precision, service_median_ms double precision, service_p99_ms double precision,
  slip_median_ms double precision, slip_p99_ms double precision, slip_max_ms double precision,
  generator_cpu_rate double precision,
  overhead_requests bigint, overhead_median_ms double precision, overhead_p95_ms double precision,
  overhead_p99_ms double precision, ideal_median_ms double precision, overhead_note varchar(2000),
  drift double precision, warm_up_detected_s double precision,
  primary key (case_id, repetition));

create table statistic (
  case_id varchar(200), repetition int, position int, metric varchar(100), statistic varchar(100), unit varchar(20),
  measured double precision, ci_low double precision, ci_high double precision, repetitions int);

create table timeline (
  case_id varchar(200), repetition int, phase varchar(10), at_s double precision, width_s double precision,
  requests bigint, failures bigint, answers_per_s double precision, min_ms double precision, mean_ms double precision,
  median_ms double precision, p99_ms double precision, max_ms double precision);

create table point (
  case_id varchar(200), repetition int, phase varchar(10), at_s double precision, latency_ms double precision, failed boolean,
  outcome varchar(10), stands_for double precision);

create table histogram (
  case_id varchar(200), repetition int, position int, low_ms double precision, high_ms double precision,
  succeeded bigint, failed bigint, cumulative_share double precision);

create table percentile (
  case_id varchar(200), repetition int, share double precision, latency_ms double precision);

create table failure (
  case_id varchar(200), repetition int, outcome varchar(10), cause varchar(300), origin varchar(20),
  requests bigint, share double precision, example varchar(300));

create table comparison (
  suite varchar(200), workload varchar(200), engine varchar(200), processes int, processes_planned int,
  process_names varchar(2000), mean_ms double precision, ci_low_ms double precision, ci_high_ms double precision,
  throughput_per_s double precision, failure_rate double precision);

create table pair (
  position int, suite varchar(200), kind varchar(10), engine varchar(200), process varchar(200), workload varchar(200), case_a varchar(200), case_b varchar(200),
  mean_a_ms double precision, mean_b_ms double precision, ratio double precision, ratio_low double precision,
  ratio_high double precision, method varchar(200), p_value double precision, effect double precision,
  decided boolean, sentence varchar(2000));

create table answer (
  position int, question varchar(20), suite varchar(200), workload varchar(200), engine varchar(200), other varchar(200),
  measured double precision, low double precision, high double precision, unit varchar(20), cases int, decided boolean,
  sentence varchar(4000));

create table published (
  position int, subject varchar(200), source varchar(1000), process varchar(200), workload varchar(200),
  max_ms double precision, min_ms double precision, mean_ms double precision, failure_rate double precision,
  note varchar(1000));

create table verdict (
  position int, kind varchar(20), suite varchar(200), case_id varchar(200), repetition int, good boolean,
  sentence varchar(4000));

create table metric (
  case_id varchar(200), repetition int, server varchar(200), metric varchar(200), kind varchar(10), unit varchar(100),
  source varchar(1000),
  observations bigint, minimum double precision, mean double precision, median double precision, p95 double precision,
  p99 double precision, maximum double precision, sd double precision, first_value double precision,
  last_value double precision, increase double precision);

create table metric_source (
  position int, metric varchar(200), kind varchar(10), unit varchar(100), source varchar(1000), limits varchar(4000));

create table metric_chart (
  case_id varchar(200), position int, server varchar(200), metric varchar(200));

create table metric_timeline (
  case_id varchar(200), repetition int, server varchar(200), metric varchar(200), unit varchar(100),
  phase varchar(10), at_s double precision, measured double precision);

create table event (
  case_id varchar(200), repetition int, at_s double precision, kind varchar(100), subject varchar(1000),
  detail varchar(4000));

create table log_line (
  case_id varchar(200), repetition int, position int, server varchar(200), file varchar(1000), times bigint,
  line varchar(1000));

create table ledger (
  case_id varchar(200), repetition int, position int, entry varchar(200), expected bigint, found bigint,
  state varchar(20), sentence varchar(2000));

create table objective (
  case_id varchar(200), position int, objective varchar(1000), metric varchar(200), statistic varchar(100),
  comparison varchar(4), bound double precision, measured double precision, unit varchar(20),
  state varchar(20), sentence varchar(2000));

create table validity (
  case_id varchar(200), repetition int, position int, criterion varchar(100), measured double precision,
  bound double precision, unit varchar(20), state varchar(20), sentence varchar(2000));

create table criterion (
  position int, criterion varchar(100) primary key, title varchar(200), subject varchar(20), looks_at varchar(1000),
  violated_when varchar(1000), warned_when varchar(1000), reason varchar(2000), disturbance boolean, consequence boolean,
  follows varchar(1000), remedy varchar(1000));

create table service (
  case_id varchar(200), repetition int, service varchar(200), instance int, operation varchar(200), calls bigint,
  planned_failures bigint, not_understood bigint, untraced bigint, mean_ms double precision, median_ms double precision,
  p95_ms double precision, p99_ms double precision, max_ms double precision, planned_mean_ms double precision, delay_error_p99_ms double precision);

create table mocked_service (
  position int, service varchar(200), type varchar(200), server varchar(200), instances int, uiid varchar(1000), qos varchar(4000));

create table message_path (
  case_id varchar(200), position int, from_host varchar(200), to_server varchar(200), request_latency varchar(1000),
  response_latency varchar(1000), model_ms double precision);

create table round_trip (
  case_id varchar(200), repetition int, position int, from_host varchar(200), to_server varchar(200), taken varchar(10),
  exchanges int, min_ms double precision, median_ms double precision, max_ms double precision);

create table dictionary (
  position int, view_name varchar(100), column_name varchar(100), unit varchar(100), meaning varchar(2000));

-- A report reads each case by itself; without an index it would read the rows of all cases for each of them.
create index statistic_case on statistic (case_id);
create index timeline_case on timeline (case_id);
create index point_case on point (case_id);
create index histogram_case on histogram (case_id);
create index percentile_case on percentile (case_id);
create index failure_case on failure (case_id);
create index metric_case on metric (case_id);
create index metric_timeline_case on metric_timeline (case_id);
create index ledger_case on ledger (case_id);
create index objective_case on objective (case_id);
create index event_case on event (case_id);

create view v_run as select * from run;

create view v_environment as select * from environment order by position;

create view v_suite_summary as
  select c.suite, c.case_id, c.position, c.engine, c.engine_type, c.process, c.workload, c.workload_kind, c.clients,
    c.rate_per_s, c.think, c.client_hosts, c.warm_up_s, c.warm_up_until_steady, c.measure_s, c.time_out_s, c.calls,
    s.repetitions_planned, s.repetitions_valid, s.repetitions_invalid, s.requests, s.succeeded, s.failures,
    s.failure_rate, s.throughput_per_s, s.throughput_low_per_s, s.throughput_high_per_s, s.min_ms, s.mean_ms,
    s.ci_low_ms, s.ci_high_ms, s.median_ms, s.p95_ms, s.p99_ms, s.p999_ms, s.max_ms, s.sd_ms, s.sd_between_ms,
    s.overhead_median_ms, s.overhead_low_ms, s.overhead_high_ms, s.overhead_p95_ms, s.overhead_p99_ms,
    s.objectives, s.objectives_met, s.objectives_missed, s.verdict
  from bench_case c join case_summary s on s.case_id = c.case_id
  order by c.position;

create view v_repetition as
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, r.repetition, r.execution, r.state, r.verdict,
    r.reasons, r.warnings, r.started_at, r.measured_s, r.warm_up_requests, r.warm_up_s, r.warm_up_ended,
    r.requests, r.succeeded, r.failures,
    r.failure_rate, r.throughput_per_s, r.min_ms, r.mean_ms, r.median_ms, r.p95_ms, r.p99_ms, r.p999_ms, r.max_ms,
    r.sd_ms, r.service_mean_ms, r.service_median_ms, r.service_p99_ms, r.slip_median_ms, r.slip_p99_ms, r.slip_max_ms,
    r.generator_cpu_rate, r.overhead_requests, r.overhead_median_ms, r.overhead_p95_ms, r.overhead_p99_ms,
    r.ideal_median_ms, r.overhead_note, r.drift, r.warm_up_detected_s
  from bench_case c join repetition r on r.case_id = c.case_id
  order by c.position, r.repetition;

create view v_statistic as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.position, s.metric, s.statistic, s.unit,
    s.measured, s.ci_low, s.ci_high, s.repetitions
  from bench_case c join statistic s on s.case_id = c.case_id
  order by c.position, s.repetition nulls first, s.position;

create view v_timeline as
  select c.suite, c.case_id, c.engine, c.process, c.workload, t.repetition, t.phase, t.at_s, t.width_s, t.requests,
    t.failures, t.answers_per_s, t.min_ms, t.mean_ms, t.median_ms, t.p99_ms, t.max_ms
  from bench_case c join timeline t on t.case_id = c.case_id
  order by c.position, t.repetition, t.at_s;

create view v_points as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.repetition, p.phase, p.at_s, p.latency_ms, p.failed,
    p.outcome, p.stands_for
  from bench_case c join point p on p.case_id = c.case_id
  order by c.position, p.repetition, p.at_s;

create view v_histogram as
  select c.suite, c.case_id, c.engine, c.process, c.workload, h.repetition, h.position, h.low_ms, h.high_ms,
    h.succeeded, h.failed, h.cumulative_share
  from bench_case c join histogram h on h.case_id = c.case_id
  order by c.position, h.repetition nulls first, h.position;

create view v_percentile as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.repetition, p.share, p.latency_ms
  from bench_case c join percentile p on p.case_id = c.case_id
  order by c.position, p.repetition nulls first, p.share;

create view v_failure as
  select c.suite, c.case_id, c.engine, c.process, c.workload, f.repetition, f.outcome, f.cause, f.origin, f.requests,
    f.share, f.example
  from bench_case c join failure f on f.case_id = c.case_id
  order by c.position, f.repetition nulls first, f.requests desc, f.cause;

create view v_comparison as select * from comparison order by suite, workload, engine;

create view v_pair as select * from pair order by position;

create view v_answer as select * from answer order by position;

create view v_published as select * from published order by position;

create view v_beside as
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, s.max_ms, s.min_ms, s.mean_ms, s.ci_low_ms,
    s.ci_high_ms, s.failure_rate, p.position published_position, p.subject, p.source, p.max_ms published_max_ms,
    p.min_ms published_min_ms, p.mean_ms published_mean_ms, p.failure_rate published_failure_rate, p.note
  from bench_case c join case_summary s on s.case_id = c.case_id
    join published p on p.process = c.process and p.workload = c.workload
  order by c.position, p.position;

create view v_verdict as select * from verdict order by position;

create view v_metric as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.repetition, m.server, m.metric, m.kind, m.unit,
    m.source,
    m.observations, m.minimum, m.mean, m.median, m.p95, m.p99, m.maximum, m.sd, m.first_value, m.last_value, m.increase
  from bench_case c join metric m on m.case_id = c.case_id
  order by c.position, m.repetition, m.server, m.metric;

create view v_metric_timeline as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.repetition, m.server, m.metric, m.unit, m.phase, m.at_s,
    m.measured
  from bench_case c join metric_timeline m on m.case_id = c.case_id
  order by c.position, m.repetition, m.server, m.metric, m.at_s;

create view v_metric_source as select * from metric_source order by position;

create view v_metric_chart as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.position, m.server, m.metric, s.kind, s.unit
  from bench_case c join metric_chart m on m.case_id = c.case_id left join metric_source s on s.metric = m.metric
  where exists (select 1 from metric_timeline t
    where t.case_id = m.case_id and t.server = m.server and t.metric = m.metric)
  order by c.position, m.position;

create view v_event as
  select c.suite, c.case_id, c.engine, c.process, c.workload, e.repetition, e.at_s, e.kind, e.subject, e.detail
  from bench_case c join event e on e.case_id = c.case_id
  order by c.position, e.repetition, e.at_s;

create view v_log as
  select c.suite, c.case_id, c.engine, c.process, c.workload, l.repetition, l.position, l.server, l.file, l.times, l.line
  from bench_case c join log_line l on l.case_id = c.case_id
  order by c.position, l.repetition, l.position;

create view v_ledger as
  select c.suite, c.case_id, c.engine, c.process, c.workload, l.repetition, l.position, l.entry, l.expected, l.found,
    l.state, l.sentence
  from bench_case c join ledger l on l.case_id = c.case_id
  order by c.position, l.repetition, l.position;

create view v_objective as
  select c.suite, c.case_id, c.engine, c.process, c.workload, o.position, o.objective, o.metric, o.statistic,
    o.comparison, o.bound, o.measured, o.unit, o.state, o.sentence
  from bench_case c join objective o on o.case_id = c.case_id
  order by c.position, o.position;

create view v_validity as
  select c.suite, c.case_id, c.engine, c.process, c.workload, v.repetition, v.position, v.criterion, k.title, k.subject, v.measured, v.bound,
    v.unit, v.state, v.sentence
  from bench_case c join validity v on v.case_id = c.case_id join criterion k on k.criterion = v.criterion
  order by c.position, v.repetition, v.position;

create view v_criterion as select * from criterion order by position;

create view v_overhead as
  select c.suite, c.case_id, c.engine, c.process, c.workload, r.repetition, r.verdict, r.overhead_requests,
    r.median_ms, r.ideal_median_ms, r.overhead_median_ms, r.overhead_p95_ms, r.overhead_p99_ms, r.overhead_note
  from bench_case c join repetition r on r.case_id = c.case_id
  order by c.position, r.repetition;

create view v_service as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.service, s.instance, s.operation, s.calls,
    s.planned_failures, s.not_understood, s.untraced, s.mean_ms, s.median_ms, s.p95_ms, s.p99_ms, s.max_ms,
    s.planned_mean_ms, s.delay_error_p99_ms
  from bench_case c join service s on s.case_id = c.case_id
  order by c.position, s.repetition, s.service, s.instance, s.operation;

create view v_mocked_service as select * from mocked_service order by position;

create view v_path as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.position, p.from_host, p.to_server, p.request_latency,
    p.response_latency, p.model_ms, t.exchanges, t.min_ms, t.median_ms, t.max_ms
  from bench_case c join message_path p on p.case_id = c.case_id
    left join (select case_id, from_host, to_server, sum(exchanges) exchanges, min(min_ms) min_ms, median(median_ms) median_ms,
      max(max_ms) max_ms from round_trip group by case_id, from_host, to_server) t
    on t.case_id = p.case_id and t.from_host = p.from_host and t.to_server = p.to_server
  order by c.position, p.position;

create view v_round_trip as
  select c.suite, c.case_id, c.engine, c.process, c.workload, t.repetition, t.position, t.from_host, t.to_server, t.taken,
    t.exchanges, t.min_ms, t.median_ms, t.max_ms
  from bench_case c join round_trip t on t.case_id = c.case_id
  order by c.position, t.repetition, t.position;

create view v_dictionary as select * from dictionary order by position;
