-- The database of a comparison of runs (docs/how-to/compare-releases.md). Tables first; the views are the contract with the report and the CSV files.
create table dictionary (
  position int, view_name varchar(100), column_name varchar(100), unit varchar(40), meaning varchar(1000));

create table comparison (
  testbed varchar(200), title varchar(1000), runs int, meant varchar(200), confidence double precision, noise_floor double precision,
  judged int, worse int);

create table compared_run (
  position int, label varchar(5), run_id varchar(100), folder varchar(1000), profile varchar(200), seed bigint, model_hash varchar(100),
  started_at timestamp(3), state varchar(20), soabench varchar(200), cases int, repetitions bigint, repetitions_used bigint,
  noise_floor double precision);

create table run_difference (
  position int, kind varchar(20), label varchar(5), subject varchar(1000), in_baseline varchar(2000), in_run varchar(2000),
  sentence varchar(4000));

create table compared_pair (
  position int, label varchar(5), process varchar(200), workload varchar(200), engine varchar(200), metric varchar(40), control boolean,
  case_a varchar(200), case_b varchar(200), mean_a double precision, mean_b double precision, unit varchar(20), ratio double precision,
  ratio_low double precision, ratio_high double precision, difference_low double precision, difference_high double precision,
  repetitions_a int, repetitions_b int, method varchar(200), p_value double precision, effect double precision, verdict varchar(20),
  worse boolean, noise_floor double precision, p_difference double precision, p_equivalence double precision, sentence varchar(2000));

create table compared_value (
  position int, label varchar(5), process varchar(200), workload varchar(200), engine varchar(200), metric varchar(40),
  statistic varchar(40), unit varchar(20), measured double precision, low double precision, high double precision, repetitions int);

create table finding (
  position int, kind varchar(20), sentence varchar(4000));

create view v_comparison as select * from comparison;

create view v_compared_run as select * from compared_run order by position;

create view v_run_difference as select * from run_difference order by position;

create view v_compared_pair as select * from compared_pair order by position;

create view v_compared_value as select * from compared_value order by position;

create view v_finding as select * from finding order by position;

create view v_dictionary as select * from dictionary order by position;
