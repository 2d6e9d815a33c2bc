-- Macros: ids of events. That of the event of a number at a TOID, as getEvents of JSON-RPC has it: a text that sorts.
create or replace macro bronze.event_id(toid, number) as (
    lpad(cast(toid as varchar), 19, '0') || '-' || lpad(cast(number as varchar), 10, '0')
)
