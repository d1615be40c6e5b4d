-- The database of a change series (docs/how-to/compare-releases.md). Tables first; the views are the contract with the report and the CSV files.
create table dictionary (
  position int, view_name varchar(100), column_name varchar(100), unit varchar(40), meaning varchar(1000));

create table history (
  testbed varchar(200), title varchar(1000), runs int, left_out int, first_at timestamp(3), last_at timestamp(3), series int, changed int,
  changes int, level double precision, likeness double precision, confidence double precision, permutations int);

create table history_run (
  position int, run_id varchar(100), folder varchar(1000), started_at timestamp(3), soabench varchar(200), used boolean,
  reason varchar(4000));

create table series (
  series_id varchar(20), position int, process varchar(200), workload varchar(200), engine varchar(200), metric varchar(40), unit varchar(20),
  runs int, first_value double precision, last_value double precision, smallest double precision, largest double precision, changes int,
  trend double precision, trend_low double precision, trend_high double precision, p_first double precision);

create table series_point (
  series_id varchar(20), position int, run_id varchar(100), started_at timestamp(3), measured double precision, level double precision,
  better double precision, worse double precision);

create table change_point (
  position int, series_id varchar(20), process varchar(200), workload varchar(200), engine varchar(200), metric varchar(40), unit varchar(20),
  run_id varchar(100), run_before varchar(100), started_at timestamp(3), level_before double precision, level_after double precision,
  size double precision, size_low double precision, size_high double precision, size_unit varchar(20), size_words varchar(200), p_value double precision,
  direction varchar(20), sentence varchar(2000));

create table finding (
  position int, kind varchar(20), sentence varchar(4000));

create view v_history as select * from history;

create view v_history_run as select * from history_run order by position;

create view v_series as select * from series order by position;

create view v_series_point as select p.* from series_point p join series s on s.series_id = p.series_id order by s.position, p.position;

create view v_change_point as select * from change_point order by position;

create view v_finding as select * from finding order by position;

create view v_dictionary as select * from dictionary order by position;
