-- The views are the contract with reports, and described by the dictionary.

create view v_run as select * from run;

create view v_environment as select * from environment order by position;

create view v_suite_summary as
  select c.suite, c.case_id, c.position, c.engine, c.engine_type, c.process, c.workload, c.workload_kind, c.clients,
    c.rate_per_s, c.think, c.client_hosts, c.warm_up_s, c.warm_up_until_steady, c.measure_s, c.measure_least_s, c.measure_until_answers, c.time_out_s, c.calls, c.twin_of,
    r.repetitions_planned, r.repetitions_valid, r.repetitions_invalid, r.requests, r.succeeded, r.failures,
    w.* except (w.case_id), s.sd_between_ms, s.standing, s.standing_why, s.at_least_ms,
    coalesce(k.at_capacity, false) at_capacity,
    coalesce(o.objectives, 0) objectives, coalesce(o.objectives_met, 0) objectives_met,
    coalesce(o.objectives_missed, 0) objectives_missed, coalesce(o.objectives_undecided, 0) objectives_undecided,
    coalesce(o.objectives_unmeasured, 0) objectives_unmeasured, s.verdict
  from bench_case c join case_summary s on s.case_id = c.case_id left join wide_case w on w.case_id = c.case_id
    left join capacity k on k.case_id = c.case_id
    left join (select case_id, count(*) repetitions_planned, count(case when usable then 1 end) repetitions_valid,
      count(case when not usable then 1 end) repetitions_invalid,
      sum(case when usable then requests end) requests,
      sum(case when usable then succeeded end) succeeded,
      sum(case when usable then failures end) failures
      from repetition group by case_id) r on r.case_id = c.case_id
    left join (select case_id, count(*) objectives, count(case when state = 'met' then 1 end) objectives_met,
      count(case when state = 'missed' then 1 end) objectives_missed,
      count(case when state = 'undecided' then 1 end) objectives_undecided,
      count(case when state = 'unmeasured' then 1 end) objectives_unmeasured
      from objective group by case_id) o on o.case_id = c.case_id
  order by c.position;

create view v_repetition as
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, r.repetition, r.execution, r.state, r.verdict, r.usable,
    r.reasons, r.warnings, r.started_at, r.measured_s, r.warm_up_requests, r.warm_up_s, r.warm_up_ended,
    r.warm_up_detected_s, r.requests, r.succeeded, r.failures, w.* except (w.case_id, w.repetition),
    r.generator_cpu_rate, r.ideal_median_ms, r.overhead_note, r.drift, r.drift_low,
    r.drift_high, r.steady, r.start_class, r.offered_per_s, r.backlog_begin, r.backlog_end, r.saturated, r.at_least_ms
  from bench_case c join repetition r on r.case_id = c.case_id
    left join wide_repetition w on w.case_id = r.case_id and w.repetition = r.repetition
  order by c.position, r.repetition;

create view v_process as
  select c.suite, c.case_id, c.position case_position, c.engine, c.process loaded, c.workload, p.position, p.process, p.calls,
    w.repetition, q.requests, q.succeeded, q.failures, w.* except (w.case_id, w.repetition, w.target), q.ideal_median_ms,
    q.overhead_note
  from bench_case c join case_process p on p.case_id = c.case_id
    join wide_process w on w.case_id = p.case_id and w.target = p.process
    left join (select case_id, repetition, process, requests, succeeded, failures, ideal_median_ms, overhead_note
      from process_requests union all
      select f.case_id, null, f.process, sum(f.requests), sum(f.succeeded), sum(f.failures), null, null
      from process_requests f join repetition r on r.case_id = f.case_id and r.repetition = f.repetition
      where r.usable group by f.case_id, f.process) q
    on q.case_id = p.case_id and q.process = p.process and q.repetition is not distinct from w.repetition
  order by c.position, w.repetition nulls first, p.position;

create view v_process_file as
  select c.suite, c.case_id, c.engine, p.process, c.workload, p.language, p.variant, p.file, p.definition, p.sha256
  from bench_case c join case_process p on p.case_id = c.case_id and p.file is not null
  order by c.position, p.position;

create view v_statistic as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.position, s.metric, s.target_kind, s.target,
    s.statistic, s.unit, s.measured, s.ci_low, s.ci_high, s.confidence, s.repetitions, s.needed
  from bench_case c join statistic s on s.case_id = c.case_id
  order by c.position, s.repetition nulls first, s.position;

create view v_asked as
  select c.suite, c.case_id, c.engine, c.process, c.workload, a.position, a.metric, a.target_kind, a.target, a.statistic,
    a.kind, s.unit, s.measured, s.ci_low, s.ci_high, coalesce(a.confidence, s.confidence) confidence, s.repetitions, s.needed,
    k.standing
  from bench_case c join asked a on a.case_id = c.case_id join case_summary k on k.case_id = c.case_id
    left join statistic s on s.case_id = a.case_id and s.repetition is null and s.metric = a.metric
      and s.target_kind = a.target_kind and s.target = a.target and s.statistic = a.statistic
  order by c.position, a.position;

create view v_service_response as
  select c.suite, c.case_id, c.engine, c.process, c.workload, w.repetition, w.target service,
    w.* except (w.case_id, w.repetition, w.target)
  from bench_case c join wide_service w on w.case_id = c.case_id
  order by c.position, w.repetition nulls first, w.target;

create view v_mocked_service as select * from mocked_service order by position;

create view v_server as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.position, s.server, s.type, s.host, s.role
  from bench_case c join case_server s on s.case_id = c.case_id
  order by c.position, s.position;

create view v_metric_histogram as
  select c.suite, c.case_id, c.engine, c.process, c.workload, h.metric, h.target_kind, h.target, h.position, h.unit, h.low, h.high,
    h.observations
  from bench_case c join metric_histogram h on h.case_id = c.case_id
  order by c.position, h.metric, h.target, h.position;

create view v_timeline as
  select c.suite, c.case_id, c.engine, c.process, c.workload, t.repetition, t.phase, t.at_s, t.width_s, t.requests,
    t.failures, t.offered_per_s, t.answers_per_s, t.clients, t.min_ms, t.mean_ms, t.median_ms, t.p95_ms, t.p99_ms,
    t.max_ms
  from bench_case c join timeline t on t.case_id = c.case_id
  order by c.position, t.repetition, t.at_s;

create view v_stage as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.position, s.stage, s.from_s, s.length_s,
    s.planned_per_s, s.clients, s.requests, s.failures, s.offered_per_s, s.throughput_per_s, s.mean_ms, s.median_ms, s.p95_ms, s.p99_ms,
    s.max_ms
  from bench_case c join (select * from stage
    union all select s.case_id, cast(null as int), s.position, s.stage, cast(avg(s.from_s) as double precision),
      cast(avg(s.length_s) as double precision), cast(avg(s.planned_per_s) as double precision),
      cast(avg(s.clients) as double precision), cast(sum(s.requests) as bigint),
      cast(sum(s.failures) as bigint), cast(avg(s.offered_per_s) as double precision),
      cast(avg(s.throughput_per_s) as double precision), cast(avg(s.mean_ms) as double precision),
      cast(avg(s.median_ms) as double precision), cast(avg(s.p95_ms) as double precision),
      cast(avg(s.p99_ms) as double precision), max(s.max_ms)
      from stage s join repetition r on r.case_id = s.case_id and r.repetition = s.repetition and r.usable
      group by s.case_id, s.position, s.stage) s on s.case_id = c.case_id
  order by c.position, s.repetition nulls first, s.position;

create view v_pending as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.repetition, p.at_s, p.pending
  from bench_case c join pending p on p.case_id = c.case_id
  order by c.position, p.repetition, p.at_s;

create view v_stretch as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.position, s.stage, s.end_s, s.requests, s.pending
  from bench_case c join stretch s on s.case_id = c.case_id
  order by c.position, s.repetition, s.position;

create view v_pending_end as
  select c.suite, c.case_id, c.engine, c.process, c.workload, e.position, e.stage, e.stretches, e.pending, e.ci_low, e.ci_high,
    e.confidence, e.most
  from bench_case c join pending_end e on e.case_id = c.case_id
  order by c.position, e.position;

create view v_work_done as
  select c.suite, c.case_id, c.engine, c.process, c.workload, w.repetition, w.completed, w.completed_per_s, w.ci_low, w.ci_high,
    w.cpu_s, w.cpu_ms, w.completed_per_cpu_s, w.cpu_ci_low, w.cpu_ci_high, w.start_s, w.start_ci_low, w.start_ci_high, w.confidence
  from bench_case c join work_done w on w.case_id = c.case_id
  order by c.position, w.repetition nulls first;

create view v_scaling as
  select c.suite, c.case_id, s.engine_type, c.engine, c.process, c.workload, s.position, s.parameter, s.parameter_value, s.completed_per_s,
    case when c.workload_kind = 'closed' or max(s.completed_per_s) over one_load > 1.01 * min(s.completed_per_s) over one_load
        or max(case when k.standing = 'saturated' then 1 else 0 end) over one_load = 1
      then s.completed_per_s / nullif(first_value(s.completed_per_s)
        over (partition by c.suite, s.engine_type, c.process, c.workload, s.parameter order by s.position), 0) end speed_up, s.cpu_ms
  from bench_case c join scaling s on s.case_id = c.case_id left join case_summary k on k.case_id = c.case_id
  window one_load as (partition by c.suite, s.engine_type, c.process, c.workload, s.parameter)
  order by s.position;

create view v_front_share as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.position, s.front, s.blocks, s.front_ms, s.front_ci_low, s.front_ci_high,
    s.engine_ms, s.engine_ci_low, s.engine_ci_high, s.share, s.share_ci_low, s.share_ci_high, s.confidence
  from bench_case c join front_share s on s.case_id = c.case_id
  order by s.position;

create view v_data as
  select c.suite, c.case_id, c.engine, c.process, c.workload, d.repetition, d.position, d.data, d.requests, d.failures, d.wrong,
    d.rows_sent, d.rows_failed, d.mean_ms, d.median_ms, d.p95_ms, d.p99_ms, d.max_ms
  from bench_case c join (select * from data_sent
    union all select d.case_id, cast(null as int), d.position, d.data, cast(sum(d.requests) as bigint),
      cast(sum(d.failures) as bigint), cast(sum(d.wrong) as bigint), max(d.rows_sent), max(d.rows_failed),
      cast(avg(d.mean_ms) as double precision), cast(avg(d.median_ms) as double precision),
      cast(avg(d.p95_ms) as double precision), cast(avg(d.p99_ms) as double precision), max(d.max_ms)
      from data_sent d join repetition r on r.case_id = d.case_id and r.repetition = d.repetition and r.usable
      group by d.case_id, d.position, d.data) d on d.case_id = c.case_id
  order by c.position, d.repetition nulls first, d.position;

create view v_failed_row as
  select c.suite, c.case_id, c.engine, c.process, c.workload, f.repetition, f.position, f.data, f.file_line, f.outcome, f.requests,
    f.example
  from bench_case c join failed_row f on f.case_id = c.case_id
  order by c.position, f.repetition, f.position;

create view v_request as
  select c.suite, c.case_id, c.engine, r.process, c.workload, r.repetition, r.request, r.at_s, r.late_ms, r.response_ms,
    r.outcome, r.status, r.detail, r.calls
  from bench_case c join request r on r.case_id = c.case_id
  order by c.position, r.repetition, r.position;

create view v_call as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.repetition, p.request, p.service, p.instance, p.operation,
    p.step, p.at_s, p.after_ms, p.planned_ms, p.response_ms, p.outcome
  from bench_case c join partner_call p on p.case_id = c.case_id
  order by c.position, p.repetition, p.position;

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
  select c.suite, c.case_id, c.engine, f.process, c.workload, f.repetition, f.outcome, f.cause, f.origin, f.requests,
    f.share, f.example
  from bench_case c join failure f on f.case_id = c.case_id
  order by c.position, f.repetition nulls first, f.requests desc, f.cause, f.process;

create view v_comparison as select * from comparison order by suite, workload, engine;

create view v_pair as select * from pair order by position;

create view v_metric_pair as select * from metric_pair order by position;

create view v_rank_test as select * from rank_test order by position;

create view v_outlier as
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, o.repetition, o.low_ms, o.high_ms, o.looked_at, o.flagged
  from bench_case c join outlier o on o.case_id = c.case_id
  order by c.position, o.repetition nulls first;

create view v_correlation as
  with observed as (
    select c.suite, c.workload, c.engine, c.position, w.metric,
      case when m.kind = 'counter' then w.total / nullif(u.requests, 0) else w.mean end amount, r.mean_ms
    from bench_case c join metric m on m.case_id = c.case_id
      join case_summary k on k.case_id = c.case_id and k.standing <> 'saturated'
        and not exists (select 1 from capacity f where f.case_id = c.case_id and f.at_capacity)
      join case_server s on s.case_id = m.case_id and s.server = m.server and s.role = 'engine'
      join wide_metric w on w.case_id = m.case_id and w.repetition = m.repetition and w.target = m.server and w.metric = m.metric
      join repetition u on u.case_id = m.case_id and u.repetition = m.repetition and u.usable
      join wide_repetition r on r.case_id = m.case_id and r.repetition = m.repetition
    where coalesce(c.twin_of, '') = '')
  select suite, workload, engine, metric, observations, correlation from (
    select suite, workload, engine, metric, min(position) place, cast(count(*) as int) observations,
      cast(corr(amount, mean_ms) as double precision) correlation from observed
    where amount is not null and mean_ms is not null group by suite, workload, engine, metric
    union all select suite, workload, cast(null as varchar(200)), metric, min(position), cast(count(*) as int),
      cast(corr(amount, mean_ms) as double precision) from observed
    where amount is not null and mean_ms is not null group by suite, workload, metric having count(distinct engine) > 1)
  where observations >= 10 and correlation is not null
  order by suite, place, workload, engine nulls first, metric;

create view v_power_law as
  with loads as (
    select c.suite, c.engine, c.process, c.workload_kind, c.position,
      case when c.workload_kind = 'closed' then regexp_replace(c.think, '[0-9,]+ clients?,? ?', '') end think,
      cast(case when c.workload_kind = 'closed' then c.clients else c.rate_per_s end as double precision) load,
      q.quantity, case q.quantity when 'response-time' then w.mean_ms when 'throughput' then w.throughput_per_s
        else (select avg(m.mean) from wide_metric m join case_server s on s.case_id = m.case_id and s.server = m.target
          and s.role = 'engine' join repetition u on u.case_id = m.case_id and u.repetition = m.repetition and u.usable
          where m.case_id = c.case_id and m.metric = 'cpu') end amount,
      case q.quantity when 'response-time' then 'ms' when 'throughput' then '1/s' else 'cores' end unit, false as bounded
    from bench_case c join wide_case w on w.case_id = c.case_id
      join case_summary k on k.case_id = c.case_id and k.standing <> 'saturated'
      cross join (values ('response-time'), ('throughput'), ('cpu')) q (quantity)
    where coalesce(c.twin_of, '') = '' and not exists (select 1 from stage g where g.case_id = c.case_id)
    union all select c.suite, s.engine_type, c.process, 'parameter', s.position, s.parameter || ' under ' || c.workload, s.parameter_value,
      q.quantity, case q.quantity when 'completed' then s.completed_per_s else s.cpu_ms end,
      case q.quantity when 'completed' then '1/s' else 'ms' end,
      q.quantity = 'completed' and c.workload_kind <> 'closed' and coalesce(k.standing, '') <> 'saturated'
    from bench_case c join scaling s on s.case_id = c.case_id left join case_summary k on k.case_id = c.case_id
      cross join (values ('completed'), ('cpu-per-request')) q (quantity)),
  laws as (
    select suite, engine, process, workload_kind, think, quantity, unit, min(position) place, count(*) points, min(load) load_from,
      max(load) load_to, regr_intercept(ln(amount), ln(load)) intercept, regr_slope(ln(amount), ln(load)) slope,
      regr_r2(ln(amount), ln(load)) r2,
      sqrt(greatest(0, regr_syy(ln(amount), ln(load)) - regr_slope(ln(amount), ln(load)) * regr_sxy(ln(amount), ln(load)))
        / nullif(count(*) - 2, 0) / nullif(regr_sxx(ln(amount), ln(load)), 0)) error
    from loads where amount > 0 and load > 0
    -- Suites are experiments of their own: their servers, events or profiles may differ.
    group by suite, engine, process, workload_kind, think, quantity, unit
    -- An open load that all engines keep up with decides how many requests these are.
    having count(distinct load) >= 3 and not (bool_and(bounded) and max(amount) <= 1.01 * min(amount))),
  -- The 97.5 % quantiles of Student's t by degrees of freedom; beyond, its expansion at that of the normal distribution.
  students as (
    select l.*, coalesce(s.t, 1.959964 + 2.372 / (points - 2) + 2.823 / power(points - 2, 2)) t from laws l
      left join (values (1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (6, 2.4469), (7, 2.3646), (8, 2.3060),
        (9, 2.2622), (10, 2.2281)) s (freedom, t) on s.freedom = l.points - 2)
  select suite, engine, process, workload_kind, think, quantity, unit, cast(points as int) points,
    cast(load_from as double precision) load_from, cast(load_to as double precision) load_to,
    cast(exp(intercept) as double precision) factor, cast(slope as double precision) exponent,
    cast(slope - t * error as double precision) exponent_low, cast(slope + t * error as double precision) exponent_high,
    cast(r2 as double precision) r_squared
  from students order by place, think, quantity;

create view v_answer as select * from answer order by position;

create view v_headline as select * from headline order by position;

create view v_footnote as select * from footnote order by mark;

create view v_published as select * from published order by position;

create view v_beside as
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, s.max_ms, s.min_ms, s.mean_ms, s.ci_low_ms,
    s.ci_high_ms, s.confidence, s.failure_rate, p.position published_position, p.subject, p.source, p.max_ms published_max_ms,
    p.min_ms published_min_ms, p.mean_ms published_mean_ms, p.failure_rate published_failure_rate, p.note
  from bench_case c join wide_case s on s.case_id = c.case_id
    join published p on p.process = c.process and p.workload = c.workload
  order by c.position, p.position;

create view v_verdict as select * from verdict order by position;

create view v_metric as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.repetition, m.server, coalesce(s.role, 'load client') role,
    m.metric, m.kind, m.unit, m.source, w.* except (w.case_id, w.repetition, w.target, w.metric), m.first_value, m.last_value
  from bench_case c join metric m on m.case_id = c.case_id
    left join case_server s on s.case_id = m.case_id and s.server = m.server
    left join wide_metric w on w.case_id = m.case_id and w.repetition = m.repetition and w.target = m.server
      and w.metric = m.metric
  order by c.position, m.repetition, m.server, m.metric;

create view v_collection as
  with amounts as (
    select m.case_id, m.repetition, m.server, r.measured_s, r.requests,
      max(case when m.metric = 'gc' then w.total end) collections,
      max(case when m.metric = 'gc-pause' then w.total end) pause_s,
      max(case when m.metric = 'gc-longest' then w.maximum end) longest_s,
      max(case when m.metric = 'safepoint-time' then w.total end) stopped_s,
      max(case when m.metric = 'allocated' then w.total end) allocated
    from metric m
      join case_server s on s.case_id = m.case_id and s.server = m.server and s.role = 'engine'
      join repetition r on r.case_id = m.case_id and r.repetition = m.repetition and r.usable
      join wide_metric w on w.case_id = m.case_id and w.repetition = m.repetition and w.target = m.server and w.metric = m.metric
    group by m.case_id, m.repetition, m.server, r.measured_s, r.requests)
  select c.suite, c.case_id, c.position, c.engine, c.process, c.workload, a.server, cast(count(*) as int) repetitions,
    cast(avg(a.collections) as double precision) collections, cast(avg(a.collections / nullif(a.measured_s, 0)) as double precision) per_s,
    cast(sum(a.pause_s) * 1000 / nullif(sum(a.collections), 0) as double precision) pause_mean_ms,
    cast(max(a.longest_s) * 1000 as double precision) pause_max_ms,
    cast(avg(a.pause_s / nullif(a.measured_s, 0)) as double precision) pause_share,
    cast(avg(a.stopped_s / nullif(a.measured_s, 0)) as double precision) stopped_share,
    cast(avg(a.allocated / nullif(a.measured_s, 0)) as double precision) allocated_per_s,
    cast(avg(a.allocated / nullif(a.requests, 0)) as double precision) allocated_per_request
  from bench_case c join amounts a on a.case_id = c.case_id
  where a.collections is not null or a.allocated is not null
  group by c.suite, c.case_id, c.position, c.engine, c.process, c.workload, a.server
  order by c.position, a.server;

create view v_recorded_frame as
  select c.suite, c.case_id, c.position case_position, c.engine, c.process, c.workload, f.kind, f.position, f.depth, f.frame,
    f.weight, f.unit
  from bench_case c join recorded_frame f on f.case_id = c.case_id
  order by c.position, f.kind desc, f.position;

create view v_metric_timeline as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.repetition, m.server,
    coalesce(s.role, case when exists (select 1 from mocked_service p where p.service = m.server) then 'service'
      when exists (select 1 from case_process p where p.case_id = m.case_id and p.process = m.server) then 'process'
      else 'load client' end) role, m.metric, m.unit, m.phase, m.at_s, m.measured
  from bench_case c join metric_timeline m on m.case_id = c.case_id
    left join case_server s on s.case_id = m.case_id and s.server = m.server
  order by c.position, m.repetition, m.server, m.metric, m.at_s;

create view v_metric_source as select * from metric_source order by position;

create view v_metric_chart as
  select c.suite, c.case_id, c.engine, c.process, c.workload, m.position, m.server, m.metric, s.kind, s.unit
  from bench_case c join metric_chart m on m.case_id = c.case_id left join metric_source s on s.metric = m.metric
  where exists (select 1 from metric_timeline t
    where t.case_id = m.case_id and t.server = m.server and t.metric = m.metric)
  order by c.position, m.position;

create view v_event as
  select c.suite, c.case_id, c.engine, c.process, c.workload, e.repetition, e.at_s, e.kind, e.subject, e.detail,
    e.event, p.type, p.planned_at_s, p.planned_at_request, p.what, (d.at_s - e.at_s) * 1000 took_ms,
    e.before_requests, e.before_failures, e.before_median_ms, e.before_max_ms, e.after_requests, e.after_failures,
    e.after_median_ms, e.after_max_ms
  from bench_case c join event e on e.case_id = c.case_id
    left join planned_event p on p.case_id = e.case_id and p.event = e.event
    left join event d on d.case_id = e.case_id and d.repetition = e.repetition and d.event = e.event
      and d.subject = e.subject || ': done'
  order by c.position, e.repetition, e.at_s;

create view v_instance as
  select c.suite, c.case_id, c.position case_position, c.engine, c.process loaded, c.workload, i.repetition, i.server,
    i.position, i.process, i.begun, i.ended, i.running
  from bench_case c join instance i on i.case_id = c.case_id
  order by c.position, i.repetition, i.position;

create view v_instance_point as
  select c.suite, c.case_id, c.engine, c.process loaded, c.workload, i.repetition, i.server, i.process, i.at_s, i.duration_ms,
    i.stands_for
  from bench_case c join instance_point i on i.case_id = c.case_id
  order by c.position, i.repetition, i.at_s;

create view v_after_kill as
  select c.suite, c.case_id, c.engine, c.process, c.workload, k.repetition, k.position, k.killed_s, k.back_ms, k.acknowledged,
    k.lost, k.waiting, k.cut, k.repeated_calls, k.sent, k.failed, k.first_answer_ms, k.as_before_ms, k.before_ms, k.before_seconds
  from bench_case c join after_kill k on k.case_id = c.case_id
  order by c.position, k.repetition, k.position;

create view v_log as
  select c.suite, c.case_id, c.engine, c.process, c.workload, l.repetition, l.position, l.server, l.file, l.times, l.line
  from bench_case c join log_line l on l.case_id = c.case_id
  order by c.position, l.repetition, l.position;

create view v_ledger as
  select c.suite, c.case_id, c.engine, l.process, c.workload, l.repetition, l.position, l.entry, l.expected, l.found,
    l.state, l.sentence
  from bench_case c join ledger l on l.case_id = c.case_id
  order by c.position, l.repetition, l.position;

create view v_objective as
  select c.suite, c.case_id, c.engine, c.process, c.workload, o.position, o.objective, o.metric, o.statistic,
    o.target, o.comparison, o.bound, o.measured, o.low, o.high, o.unit, o.state, o.sentence
  from bench_case c join objective o on o.case_id = c.case_id
  order by c.position, o.position;

create view v_validity as
  select c.suite, c.case_id, c.engine, c.process, c.workload, v.repetition, v.position, v.criterion, k.title, k.subject, v.measured, v.bound,
    v.unit, v.state, v.sentence
  from bench_case c join validity v on v.case_id = c.case_id join criterion k on k.criterion = v.criterion
  order by c.position, v.repetition, v.position;

create view v_criterion as select * from criterion order by position;

create view v_overhead as
  select c.suite, c.case_id, c.engine, c.process, c.workload, r.repetition, r.verdict, w.overhead_requests,
    w.median_ms, r.ideal_median_ms, w.overhead_median_ms, w.overhead_p95_ms, w.overhead_p99_ms, r.overhead_note
  from bench_case c join repetition r on r.case_id = c.case_id
    left join wide_repetition w on w.case_id = r.case_id and w.repetition = r.repetition
  order by c.position, r.repetition;

create view v_step as
  select c.suite, c.case_id, c.position case_position, c.engine, p.process, c.workload, p.position, p.calls, w.repetition, w.engine_requests,
    w.before_mean_ms, w.before_low_ms, w.before_high_ms, w.steps, w.step_mean_ms, w.step_low_ms, w.step_high_ms, w.step_median_ms,
    w.step_p95_ms, w.step_p99_ms, w.after_mean_ms, w.after_low_ms, w.after_high_ms, w.engine_mean_ms, w.engine_low_ms, w.engine_high_ms,
    w.overlap_share, case when w.overlap_share < 0.1 then 'no' when w.overlap_share > 0.5 then 'yes'
      when w.overlap_share is not null then 'partly' end calls_overlap
  from bench_case c join case_process p on p.case_id = c.case_id
    join wide_process w on w.case_id = p.case_id and w.target = p.process
  where w.engine_requests > 0
  order by c.position, w.repetition nulls first, p.position;

create view v_step_line as select * from step_line order by position;

create view v_service as
  select c.suite, c.case_id, c.engine, c.process, c.workload, s.repetition, s.service, s.instance, s.operation, s.calls,
    s.planned_failures, s.not_understood, s.untraced, s.mean_ms, s.median_ms, s.p95_ms, s.p99_ms, s.max_ms,
    s.planned_mean_ms, s.delay_error_p99_ms
  from bench_case c join service s on s.case_id = c.case_id
  order by c.position, s.repetition, s.service, s.instance, s.operation;

create view v_service_failure as
  select c.suite, c.case_id, c.engine, c.process, c.workload, f.repetition, f.service, f.instance, f.operation, f.kind,
    f.calls, f.share
  from bench_case c join service_failure f on f.case_id = c.case_id
  order by c.position, f.repetition, f.service, f.instance, f.operation, f.calls desc, f.kind;

create view v_path as
  select c.suite, c.case_id, c.engine, c.process, c.workload, p.position, p.from_host, p.to_server, p.request_latency,
    p.response_latency, p.model_ms, t.exchanges, t.min_ms, t.median_ms, t.max_ms
  from bench_case c join message_path p on p.case_id = c.case_id
    left join (select case_id, from_host, to_server, sum(exchanges) exchanges, min(min_ms) min_ms, median(median_ms) median_ms,
      max(max_ms) max_ms from round_trip group by case_id, from_host, to_server) t
    on t.case_id = p.case_id and t.from_host = p.from_host and t.to_server = p.to_server
  order by c.position, p.position;

create view v_calibration as
  select requests, min_ms, median_ms, p99_ms, slip_p99_ms, wait_median_ms, wait_p99_ms, sentence from calibration;

create view v_yielding as select * from yielding order by position;

create view v_attempt as
  select c.suite, c.case_id, c.engine, c.process, c.workload, a.repetition, a.attempt, a.counts, a.verdict, a.requests,
    a.failures, a.mean_ms, a.median_ms, a.foreign_rate, a.stolen_rate, a.clock_step_ms, a.programs
  from bench_case c join attempt a on a.case_id = c.case_id
  order by c.position, a.repetition, a.attempt;

create view v_load_client as
  select c.suite, c.case_id, c.engine, c.process, c.workload, l.repetition, l.position, l.host, l.connections, l.at_once,
    l.most, l.opened, l.waits, l.wait_p99_ms, l.wait_max_ms, l.callbacks, l.callbacks_late, l.callbacks_repeated,
    l.callbacks_foreign, l.callbacks_malformed, l.callbacks_not_accepted
  from bench_case c join load_client l on l.case_id = c.case_id
  order by c.position, l.repetition, l.position;

create view v_round_trip as
  select c.suite, c.case_id, c.engine, c.process, c.workload, t.repetition, t.position, t.from_host, t.to_server, t.taken,
    t.exchanges, t.min_ms, t.median_ms, t.max_ms
  from bench_case c join round_trip t on t.case_id = c.case_id
  order by c.position, t.repetition, t.position;

create view v_dictionary as select * from dictionary order by position;
create view v_exploration as
  select position, exploration, engine, unit, least, greatest, load_low, load_high, probability, found, ended, objectives, sentence,
    knee, scaling
  from exploration
  order by position;
create view v_trial as
  select t.engine, t.trial, t.case_id, t.repetition, t.load, t.unit, t.outcome, t.reason, t.attempts, t.duration_s, t.requests,
    t.throughput_per_s, t.failure_rate, t.mean_ms, t.median_ms, t.p99_ms
  from trial t
  order by t.trial;
create view v_trial_figure as
  select t.engine, t.trial, t.load, f.position, f.objective, f.measured, f.low, f.high, f.bound, f.unit, f.outcome
  from trial t join trial_figure f on f.trial = t.trial
  order by t.trial, f.position;
create view v_configuration_search as
  select position, exploration, engine, criterion, unit, highest, configurations, tried, rungs, objectives, ended, sentence
  from configuration_search
  order by position;
create view v_configuration as
  select engine, configuration, name, parameters, own, rung, outcome, measured, place, fate, confirmed, blocks
  from configuration
  order by engine, configuration;
create view v_configuration_trial as
  select t.engine, t.trial, t.stage, t.rung, t.block, t.configuration, c.name, c.parameters, t.measured, t.outcome, t.reason,
    t.attempts, t.duration_s, t.requests, t.throughput_per_s, t.failure_rate
  from configuration_trial t join configuration c on c.engine = t.engine and c.configuration = t.configuration
  order by t.trial;
create view v_configuration_verdict as
  select v.engine, v.position, v.configuration, c.parameters, v.against, a.parameters against_parameters, a.own against_own,
    v.verdict, v.ratio, v.low, v.high, v.blocks, v.sentence
  from configuration_verdict v join configuration c on c.engine = v.engine and c.configuration = v.configuration
    join configuration a on a.engine = v.engine and a.configuration = v.against
  order by v.engine, v.position;
create view v_queueing as
  select position, engine, process, outcome, processors, background, demand_ms, demand_low_ms, demand_high_ms, partners_ms, rest_ms,
    capacity_per_s, capacity_low_per_s, capacity_high_per_s, worst, sentence
  from queueing
  order by position;
create view v_queueing_load as
  select q.engine, q.process, l.position, l.workload, l.load, l.unit, l.role, l.measured_per_s, l.model_per_s, l.measured_ms,
    l.model_ms, l.utilisation, l.off
  from queueing q join queueing_load l on l.engine = q.engine and l.process = q.process
  order by q.position, l.position;
