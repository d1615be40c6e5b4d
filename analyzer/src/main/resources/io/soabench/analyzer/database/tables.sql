-- Tables hold what the analyzer found; only the views (V_...) are a contract. Statistics have one home, the table statistic; the wide
-- tables (wide_...) are made from it. Each statement ends with a semicolon at a line's end.

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
  measure_least_s double precision, measure_until_answers int,
  time_out_s double precision, calls int, twin_of varchar(200));

create table case_process (
  case_id varchar(200), position int, process varchar(200), calls int, language varchar(20), variant varchar(200),
  file varchar(1000), definition varchar(1000), sha256 varchar(64), primary key (case_id, process));

create table case_server (
  case_id varchar(200), position int, server varchar(200), type varchar(200), host varchar(200), role varchar(20),
  primary key (case_id, server));

create table mocked_service (
  position int, service varchar(200), type varchar(200), server varchar(200), instances int, uiid varchar(1000), qos varchar(4000));

create table planned_event (
  case_id varchar(200), position int, event varchar(500), type varchar(200), planned_at_s double precision,
  planned_at_request bigint, what varchar(1000));

create table case_summary (
  case_id varchar(200) primary key, sd_between_ms double precision, standing varchar(20), standing_why varchar(4000),
  at_least_ms double precision, verdict varchar(4000));

create table repetition (
  case_id varchar(200), repetition int, execution int, state varchar(20), verdict varchar(20), usable boolean, reasons varchar(20000), warnings varchar(20000),
  started_at timestamp(3), measured_s double precision, warm_up_requests bigint, warm_up_s double precision,
  warm_up_ended varchar(20), warm_up_detected_s double precision, drift double precision, drift_low double precision, drift_high double precision,
  steady varchar(20), start_class varchar(20), offered_per_s double precision, backlog_begin bigint, backlog_end bigint, saturated boolean, at_least_ms double precision,
  generator_cpu_rate double precision, requests bigint, succeeded bigint, failures bigint,
  ideal_median_ms double precision, overhead_note varchar(2000),
  primary key (case_id, repetition));

create table process_requests (
  case_id varchar(200), repetition int, process varchar(200), requests bigint, succeeded bigint, failures bigint,
  ideal_median_ms double precision, overhead_note varchar(2000),
  primary key (case_id, repetition, process));

create table statistic (
  case_id varchar(200), repetition int, position int, metric varchar(100), target_kind varchar(20), target varchar(200),
  statistic varchar(100), unit varchar(100), measured double precision, ci_low double precision, ci_high double precision,
  confidence double precision, repetitions int, needed bigint);

create table asked (
  case_id varchar(200), position int, metric varchar(100), target_kind varchar(20), target varchar(200),
  statistic varchar(100), kind varchar(50), confidence double precision);

create table metric_histogram (
  case_id varchar(200), metric varchar(100), target_kind varchar(20), target varchar(200), position int, unit varchar(100),
  low double precision, high double precision, observations bigint);

create table timeline (
  case_id varchar(200), repetition int, phase varchar(10), at_s double precision, width_s double precision,
  requests bigint, failures bigint, offered_per_s double precision, answers_per_s double precision,
  clients double precision, min_ms double precision,
  mean_ms double precision, median_ms double precision, p95_ms double precision, p99_ms double precision,
  max_ms double precision);

create table request (
  case_id varchar(200), repetition int, position int, request varchar(200), process varchar(200), at_s double precision,
  late_ms double precision, response_ms double precision, outcome varchar(20), status int, detail varchar(1000), calls int);

create table partner_call (
  case_id varchar(200), repetition int, position int, request varchar(200), service varchar(200), instance bigint,
  operation varchar(200), step bigint, at_s double precision, after_ms double precision, planned_ms double precision,
  response_ms double precision, outcome varchar(20));

create table stage (
  case_id varchar(200), repetition int, position int, stage varchar(1000), from_s double precision, length_s double precision,
  planned_per_s double precision, clients double precision, requests bigint, failures bigint, offered_per_s double precision,
  throughput_per_s double precision, mean_ms double precision, median_ms double precision, p95_ms double precision,
  p99_ms double precision, max_ms double precision);

create table pending (
  case_id varchar(200), repetition int, at_s double precision, pending bigint);

create table stretch (
  case_id varchar(200), repetition int, position int, stage varchar(1000), end_s double precision, requests bigint, pending bigint);

create table instance (
  case_id varchar(200), repetition int, position int, server varchar(200), process varchar(200), begun bigint, ended bigint,
  running bigint);

create table instance_point (
  case_id varchar(200), repetition int, server varchar(200), process varchar(200), at_s double precision, duration_ms double precision,
  stands_for int);

create table after_kill (
  case_id varchar(200), repetition int, position int, killed_s double precision, back_ms double precision, acknowledged bigint, lost bigint,
  waiting bigint, cut bigint, repeated_calls bigint, sent bigint, failed bigint, first_answer_ms double precision,
  as_before_ms double precision, before_ms double precision, before_seconds int);

create table work_done (
  case_id varchar(200), repetition int, completed bigint, completed_per_s double precision, ci_low double precision,
  ci_high double precision, cpu_s double precision, cpu_ms double precision, completed_per_cpu_s double precision,
  cpu_ci_low double precision, cpu_ci_high double precision, start_s double precision, start_ci_low double precision, start_ci_high double precision,
  confidence double precision);

create table pending_end (
  case_id varchar(200), position int, stage varchar(1000), stretches int, pending double precision, ci_low double precision,
  ci_high double precision, confidence double precision, most bigint);

create table scaling (
  position int, case_id varchar(200), engine_type varchar(200), parameter varchar(200), parameter_value double precision,
  completed_per_s double precision, cpu_ms double precision);

create table front_share (
  position int, case_id varchar(200), front varchar(200), blocks int, front_ms double precision, front_ci_low double precision,
  front_ci_high double precision, engine_ms double precision, engine_ci_low double precision, engine_ci_high double precision,
  share double precision, share_ci_low double precision, share_ci_high double precision, confidence double precision);

create table data_sent (
  case_id varchar(200), repetition int, position int, data varchar(500), requests bigint, failures bigint, wrong bigint,
  rows_sent bigint, rows_failed bigint, mean_ms double precision, median_ms double precision, p95_ms double precision,
  p99_ms double precision, max_ms double precision);

create table failed_row (
  case_id varchar(200), repetition int, position int, data varchar(500), file_line int, outcome varchar(10), requests bigint,
  example varchar(300));

create table point (
  case_id varchar(200), repetition int, phase varchar(10), at_s double precision, latency_ms double precision, failed boolean,
  outcome varchar(10), stands_for double precision);

create table histogram (
  case_id varchar(200), repetition int, position int, low_ms double precision, high_ms double precision,
  succeeded bigint, failed bigint, cumulative_share double precision);

create table percentile (
  case_id varchar(200), repetition int, share double precision, latency_ms double precision);

create table failure (
  case_id varchar(200), repetition int, process varchar(200), outcome varchar(10), cause varchar(300), origin varchar(20),
  requests bigint, share double precision, example varchar(300));

create table comparison (
  suite varchar(200), workload varchar(200), engine varchar(200), processes int, processes_planned int,
  process_names varchar(2000), mean_ms double precision, ci_low_ms double precision, ci_high_ms double precision,
  throughput_per_s double precision, failure_rate double precision);

create table pair (
  position int, suite varchar(200), kind varchar(10), engine varchar(200), process varchar(200), workload varchar(200), case_a varchar(200), case_b varchar(200),
  mean_a_ms double precision, mean_b_ms double precision, ratio double precision, ratio_low double precision,
  ratio_high double precision, blocks int, method varchar(200), p_sign_flip double precision, p_value double precision, effect double precision,
  decided boolean, at_least double precision, verdict varchar(20), noise_floor double precision, p_difference double precision,
  p_equivalence double precision, more_repetitions int, durability_a varchar(10), durability_b varchar(10), sentence varchar(2000));

create table metric_pair (
  position int, suite varchar(200), metric varchar(100), unit varchar(20), process varchar(200), workload varchar(200),
  case_a varchar(200), case_b varchar(200), mean_a double precision, mean_b double precision, ratio double precision,
  ratio_low double precision, ratio_high double precision, difference double precision, difference_low double precision,
  difference_high double precision, blocks int, verdict varchar(20), p_difference double precision, p_equivalence double precision,
  sentence varchar(2000));

create table step_line (
  position int, suite varchar(200), engine varchar(200), workload varchar(200), processes varchar(4000), calls_from int, calls_to int,
  repetitions int, intercept_ms double precision, intercept_low_ms double precision, intercept_high_ms double precision,
  slope_ms double precision, slope_low_ms double precision, slope_high_ms double precision, off_ms double precision);

create table capacity (case_id varchar(200) primary key, at_capacity boolean);

create table rank_test (
  position int, kind varchar(10), test varchar(20), suite varchar(200), engine varchar(200), process varchar(200), workload varchar(200), compared int,
  compared_names varchar(2000), repetitions int, h double precision, freedom int, p_value double precision, sentence varchar(2000));

create table outlier (
  case_id varchar(200), repetition int, low_ms double precision, high_ms double precision, looked_at bigint, flagged bigint);

create table answer (
  position int, question varchar(20), suite varchar(200), workload varchar(200), engine varchar(200), other varchar(200),
  measured double precision, low double precision, high double precision, any_low double precision,
  any_high double precision, unit varchar(20), cases int, decided boolean,
  sentence varchar(4000));

create table headline (
  position int, kind varchar(20), suite varchar(200), workload varchar(200), engine varchar(200), other varchar(200),
  label varchar(1000), ratio double precision, low double precision, high double precision, shown boolean,
  sentence varchar(20000));

create table footnote (mark int, sentence varchar(20000));

create table published (
  position int, subject varchar(200), source varchar(1000), process varchar(200), workload varchar(200),
  max_ms double precision, min_ms double precision, mean_ms double precision, failure_rate double precision,
  note varchar(1000));

create table verdict (
  position int, kind varchar(20), suite varchar(200), case_id varchar(200), repetition int, good boolean,
  sentence varchar(4000));

create table metric (
  case_id varchar(200), repetition int, server varchar(200), metric varchar(200), kind varchar(10), unit varchar(100),
  source varchar(1000), first_value double precision, last_value double precision);

create table metric_source (
  position int, metric varchar(200), kind varchar(10), unit varchar(100), source varchar(1000), limits varchar(4000));

create table metric_chart (
  case_id varchar(200), position int, server varchar(200), metric varchar(200));

create table metric_timeline (
  case_id varchar(200), repetition int, server varchar(200), metric varchar(200), unit varchar(100),
  phase varchar(10), at_s double precision, measured double precision);

create table recorded_frame (
  case_id varchar(200), kind varchar(20), position int, depth int, frame varchar(1000), weight double precision, unit varchar(20));

create table event (
  case_id varchar(200), repetition int, at_s double precision, kind varchar(100), subject varchar(1000),
  detail varchar(4000), event varchar(500), before_requests bigint, before_failures bigint, before_median_ms double precision,
  before_max_ms double precision, after_requests bigint, after_failures bigint, after_median_ms double precision,
  after_max_ms double precision);

create table log_line (
  case_id varchar(200), repetition int, position int, server varchar(200), file varchar(1000), times bigint,
  line varchar(1000));

create table ledger (
  case_id varchar(200), repetition int, position int, process varchar(200), entry varchar(200), expected bigint, found bigint,
  state varchar(20), sentence varchar(2000));

create table objective (
  case_id varchar(200), position int, objective varchar(1000), metric varchar(200), statistic varchar(100),
  target varchar(200), comparison varchar(4), bound double precision, measured double precision,
  low double precision, high double precision, unit varchar(20), state varchar(20), sentence varchar(2000));

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

create table service_failure (
  case_id varchar(200), repetition int, service varchar(200), instance int, operation varchar(200), kind varchar(100),
  calls bigint, share double precision);

create table message_path (
  case_id varchar(200), position int, from_host varchar(200), to_server varchar(200), request_latency varchar(1000),
  response_latency varchar(1000), model_ms double precision);

create table calibration (
  requests bigint, min_ms double precision, median_ms double precision, p99_ms double precision, slip_p99_ms double precision,
  wait_median_ms double precision, wait_p99_ms double precision, sentence varchar(1000));

create table yielding (
  position int, engine varchar(200), host varchar(200), yielding varchar(20), why varchar(30), processors int,
  engine_processors varchar(1000), other_processors varchar(1000), repetitions int, sentence varchar(1000));

create table attempt (
  case_id varchar(200), repetition int, attempt int, counts boolean, verdict varchar(20), requests bigint, failures bigint,
  mean_ms double precision, median_ms double precision, foreign_rate double precision, stolen_rate double precision,
  clock_step_ms bigint, programs varchar(1000), primary key (case_id, repetition, attempt));

create table load_client (
  case_id varchar(200), repetition int, position int, host varchar(200), connections varchar(10), at_once int, most int,
  opened bigint, waits bigint, wait_p99_ms double precision, wait_max_ms double precision, callbacks bigint,
  callbacks_late bigint, callbacks_repeated bigint, callbacks_foreign bigint, callbacks_malformed bigint,
  callbacks_not_accepted bigint);

create table round_trip (
  case_id varchar(200), repetition int, position int, from_host varchar(200), to_server varchar(200), taken varchar(10),
  exchanges int, min_ms double precision, median_ms double precision, max_ms double precision);

create table dictionary (
  position int, view_name varchar(100), column_name varchar(100), unit varchar(100), meaning varchar(2000));

-- A report reads each case by itself; without an index it would read the rows of all cases for each of them.
create index statistic_case on statistic (case_id, metric, target_kind, target, statistic);
create index timeline_case on timeline (case_id);
create index request_id on request (case_id, repetition, request);
create index request_time on request (response_ms);
create index partner_call_request on partner_call (case_id, repetition, request);
create index stage_case on stage (case_id);
create index pending_case on pending (case_id);
create index stretch_case on stretch (case_id);
create index data_sent_case on data_sent (case_id);
create index failed_row_case on failed_row (case_id);
create index point_case on point (case_id);
create index histogram_case on histogram (case_id);
create index percentile_case on percentile (case_id);
create index failure_case on failure (case_id);
create index metric_case on metric (case_id);
create index metric_timeline_case on metric_timeline (case_id);
create index ledger_case on ledger (case_id);
create index objective_case on objective (case_id);
create index event_case on event (case_id);
create index service_case on service (case_id);
create index service_failure_case on service_failure (case_id);
create index asked_case on asked (case_id);
create index metric_histogram_case on metric_histogram (case_id);
create index metric_chart_case on metric_chart (case_id);
create index log_line_case on log_line (case_id);
create index validity_case on validity (case_id);
create index load_client_case on load_client (case_id);
create index round_trip_case on round_trip (case_id);
create index message_path_case on message_path (case_id);
create index outlier_case on outlier (case_id);
create table exploration (
  position int, exploration varchar(200), engine varchar(200), unit varchar(20), least double precision, greatest double precision,
  load_low double precision, load_high double precision, probability double precision, found varchar(20), ended varchar(1000),
  objectives varchar(2000), sentence varchar(4000), knee double precision, scaling varchar(4000), primary key (position));
create table trial (
  engine varchar(200), trial int, case_id varchar(200), repetition int, load double precision, unit varchar(20),
  outcome varchar(20), reason varchar(4000), attempts int, duration_s double precision, requests bigint,
  throughput_per_s double precision, failure_rate double precision, mean_ms double precision, median_ms double precision,
  p99_ms double precision, primary key (trial));
create table trial_figure (
  trial int, position int, objective varchar(1000), measured double precision, low double precision, high double precision,
  bound double precision, unit varchar(20), outcome varchar(20), primary key (trial, position));
create table configuration_search (
  position int, exploration varchar(200), engine varchar(200), criterion varchar(200), unit varchar(20), highest boolean,
  configurations int, tried int, rungs int, objectives varchar(2000), ended varchar(1000), sentence varchar(4000),
  primary key (position));
create table configuration (
  engine varchar(200), configuration int, name varchar(200), parameters varchar(2000), own boolean, rung int, outcome varchar(20),
  measured double precision, place int, fate varchar(4000), confirmed double precision, blocks int,
  primary key (engine, configuration));
create table configuration_trial (
  engine varchar(200), trial int, stage varchar(20), rung int, block int, configuration int, measured double precision,
  outcome varchar(20), reason varchar(4000), attempts int, duration_s double precision, requests bigint,
  throughput_per_s double precision, failure_rate double precision, primary key (trial));
create table configuration_verdict (
  engine varchar(200), position int, configuration int, against int, verdict varchar(20), ratio double precision,
  low double precision, high double precision, blocks int, sentence varchar(4000), primary key (engine, position));
create table queueing (
  position int, engine varchar(200), process varchar(1000), outcome varchar(20), processors double precision,
  background double precision, demand_ms double precision, demand_low_ms double precision, demand_high_ms double precision,
  partners_ms double precision, rest_ms double precision, capacity_per_s double precision, capacity_low_per_s double precision,
  capacity_high_per_s double precision, worst double precision, sentence varchar(4000), primary key (position));
create table queueing_load (
  engine varchar(200), process varchar(1000), position int, workload varchar(200), load double precision, unit varchar(20),
  role varchar(20), measured_per_s double precision, model_per_s double precision, measured_ms double precision,
  model_ms double precision, utilisation double precision, off double precision, primary key (engine, process, position));
